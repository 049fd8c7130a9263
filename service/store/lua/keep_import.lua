-- Keep an imported game's block unless the game is here already.
-- KEYS: the game's stream; its shard's feed, imported games, and a key to write to
-- ARGV: the game, its block, and "1" if replicas must confirm
local stream, feed, imported, check = unpack(KEYS)
local game, block, confirm = unpack(ARGV)
-- Fails in a store that is being filled or has been moved away: its feed is no stream then.
redis.call('XLEN', feed)
if confirm == '1' then redis.call('SET', check, '1') end
if redis.call('EXISTS', stream) == 1 then return 0 end
redis.call('SET', stream, block)
redis.call('SADD', imported, game)
return 1
