-- Delete an imported game's block, if it is still as it was read.
-- KEYS: the game's stream, its snapshot, its shard's feed and imported games
-- ARGV: the game, its block
local stream, snapshot, feed, imported = unpack(KEYS)
local game, block = unpack(ARGV)
redis.call('XLEN', feed) -- fails in a store that is being filled or has been moved away
if redis.call('TYPE', stream).ok ~= 'string' then return 0 end
if redis.call('GET', stream) ~= block then return 0 end
redis.call('DEL', stream, snapshot)
redis.call('SREM', imported, game)
return 1
