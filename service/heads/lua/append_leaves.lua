-- Append leaves to the log, all or none.
-- KEYS: the log's size, for each leaf the place of its game's newest leaf, then the tiles that grow
-- ARGV: the expected size, the new one, the number of leaves, for each leaf its place, then for each
--       tile the offset and the bytes to write there
-- Returns 1 if they were appended, otherwise 0.
local size, leaves = tonumber(ARGV[1]), tonumber(ARGV[3])
local actual = tonumber(redis.call('GET', KEYS[1]) or '0')
local function is_ours()
  for n = 1, leaves do
    if redis.call('GET', KEYS[1 + n]) ~= ARGV[3 + n] then return false end
  end
  return true
end
-- A repeated call finds its leaves there, but another writer may have added as many.
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
