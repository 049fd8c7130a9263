-- Give a player the handle that they have claimed.
-- KEYS: the player. ARGV: the handle, the time (ms).
-- Returns the handle it replaces, or nothing; nil if the player is gone or wants another one by now.
local handle = redis.call('HGET', KEYS[1], 'handle')
if handle == ARGV[1] then
  redis.call('HDEL', KEYS[1], 'handle_wanted')
  return '' -- theirs already, or sent again
end
if redis.call('HGET', KEYS[1], 'handle_wanted') ~= ARGV[1] then return false end
redis.call('HSET', KEYS[1], 'handle', ARGV[1], 'handle_at', ARGV[2])
redis.call('HDEL', KEYS[1], 'handle_wanted')
return handle or ''
