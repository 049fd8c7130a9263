-- Append leaves to the log, all or none.
-- KEYS: the log's size, then of each leaf where its game's newest leaf is, then the tiles that grow
-- ARGV: the size expected, the new one, the number of leaves, then of each its place, then of each tile
--       the offset and the bytes to be written there
-- Returns 1 if they were appended, else 0.
local size, leaves = tonumber(ARGV[1]), tonumber(ARGV[3])
local actual = tonumber(redis.call('GET', KEYS[1]) or '0')
local function is_ours()
  for n = 1, leaves do
    if redis.call('GET', KEYS[1 + n]) ~= ARGV[3 + n] then return false end
  end
  return true
end
-- Sent again, they are there; as many leaves of another writer may be there, too.
if actual == tonumber(ARGV[2]) and is_ours() then return 1 end
if actual ~= size then return 0 end
for n = leaves + 2, #KEYS do
  redis.call('STRLEN', KEYS[n]) -- refuses a key of another type while nothing is written yet
end
for n = leaves + 2, #KEYS do
  local at = 4 + leaves + 2 * (n - leaves - 2)
  redis.call('SETRANGE', KEYS[n], ARGV[at], ARGV[at + 1])
end
for n = 1, leaves do redis.call('SET', KEYS[1 + n], ARGV[3 + n]) end
redis.call('SET', KEYS[1], ARGV[2])
return 1
