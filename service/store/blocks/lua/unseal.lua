-- Replace a sealed game's block by its stream, if the block is still as it was read.
-- KEYS: the game's stream, and its permanently kept command ids
-- ARGV: the block, the number of command ids, each with its answer, then the entries
local stream, kept = unpack(KEYS)
local block, ids = ARGV[1], tonumber(ARGV[2])
if redis.call('TYPE', stream).ok ~= 'string' then return 0 end
if redis.call('GET', stream) ~= block then return 0 end
redis.call('UNLINK', stream)
for at = 3, 2 + 2 * ids, 2 do redis.call('HSET', kept, ARGV[at], ARGV[at + 1]) end
for at = 3 + 2 * ids, #ARGV do
  redis.call('XADD', stream, string.format('%d-0', at - 2 - 2 * ids), 'e', ARGV[at])
end
return 1
