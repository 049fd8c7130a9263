-- Append an entry if the last one is still the one that its writer has read.
-- KEYS: the log, and its newest entries. ARGV: the entry's number, the hash before it, the entry,
-- its hash, and its action and subject
local head = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number, hash = '0', string.rep('0', 64)
if head then
  number = string.match(head[1], '^%d+')
  for at = 1, #head[2], 2 do
    if head[2][at] == 'h' then hash = head[2][at + 1] end
  end
end
if number == ARGV[1] and hash == ARGV[4] then return 1 end -- sent before
if tonumber(ARGV[1]) ~= tonumber(number) + 1 or ARGV[2] ~= hash then return 0 end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', 'e', ARGV[3], 'h', ARGV[4])
redis.call('HSET', KEYS[2], ARGV[5], ARGV[1])
redis.call('HINCRBY', KEYS[2], 'n', 1)
return 1
