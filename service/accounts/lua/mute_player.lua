-- Mute a player who is still there, and give them a name, if there is one.
-- KEYS: the player. ARGV: the name or nothing. Returns 1, or 0 without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'muted', '1')
if ARGV[1] ~= '' then redis.call('HSET', KEYS[1], 'name', ARGV[1], 'renamed', '1') end
return 1
