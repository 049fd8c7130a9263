-- Delete an imported game's block, if it is still as it was read.
-- KEYS: the game's stream, its snapshot, and its shard's feed. ARGV: the block
local stream, snapshot, feed = unpack(KEYS)
redis.call('XLEN', feed) -- fails in a store that is being filled or has been moved away
if redis.call('TYPE', stream).ok ~= 'string' then return 0 end
if redis.call('GET', stream) ~= ARGV[1] then return 0 end
redis.call('DEL', stream, snapshot)
return 1
