-- Unmute a player who is still there, and give back the name that they had.
-- KEYS: the player. Returns 1, or 0 without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 0 end
local own = redis.call('HGET', KEYS[1], 'own_name')
if own then redis.call('HSET', KEYS[1], 'name', own) end
redis.call('HDEL', KEYS[1], 'muted', 'own_name')
return 1
