-- Replace a finished game's stream by its block, if the stream is still as it was read.
-- KEYS: the game's stream, its permanently kept command ids, its snapshot, its standing
--       orders, and its shard's broken games
-- ARGV: the game, the number of its entries, the last one, the number of the command ids, the block
local stream, kept, snapshot, orders, broken = unpack(KEYS)
local game, count, last, ids, block = unpack(ARGV)
if redis.call('TYPE', stream).ok == 'string' and redis.call('GET', stream) == block then
  return 'SEALED' -- sent before
end
if redis.call('TYPE', stream).ok ~= 'stream' then return 'CHANGED' end
local head = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if not head or head[1] ~= count .. '-0' or head[2][2] ~= last then return 'CHANGED' end
if redis.call('XLEN', stream) ~= tonumber(count) then return 'CHANGED' end
if redis.call('HLEN', kept) ~= tonumber(ids) then return 'CHANGED' end
if redis.call('EXISTS', orders) == 1 then return 'CHANGED' end
if redis.call('HEXISTS', broken, game) == 1 then return 'BROKEN' end
redis.call('UNLINK', stream, kept, snapshot)
redis.call('SET', stream, block)
return 'SEALED'
