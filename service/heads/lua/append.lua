-- Append leaves to the log, all or none.
-- KEYS: the log's size, then of each leaf where its game's newest leaf is, then the tiles that grow
-- ARGV: the size expected, the time in ms, the number of leaves, then of each the version of its
--       head, then of each tile the bytes for its end
-- Returns "MOVED" and the size if it is another, "KNOWN" and the leaf's number (from 1) if a head as new
-- is in the log already, else "APPENDED" and the new size.
local size, now, leaves = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local actual = tonumber(redis.call('GET', KEYS[1]) or '0')
if actual ~= size then return {'MOVED', actual} end
for n = 1, leaves do
  local known = redis.call('GET', KEYS[1 + n])
  if known and tonumber(string.match(known, '^%d+')) >= tonumber(ARGV[3 + n]) then
    return {'KNOWN', n}
  end
end
for n = leaves + 1, #KEYS - 1 do
  redis.call('STRLEN', KEYS[1 + n]) -- refuses a key of another type while nothing is written yet
end
for n = leaves + 1, #KEYS - 1 do redis.call('APPEND', KEYS[1 + n], ARGV[3 + n]) end
for n = 1, leaves do
  redis.call('SET', KEYS[1 + n], string.format('%s %d %s', ARGV[3 + n], size + n - 1, now))
end
redis.call('SET', KEYS[1], string.format('%d', size + leaves))
return {'APPENDED', size + leaves}
