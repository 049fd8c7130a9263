-- Forget a token and its device. KEYS: the player. ARGV: the token's hash.
local sessions = redis.call('HGET', KEYS[1], 'sessions')
if sessions then
  redis.call('HSET', KEYS[1], 'sessions', (string.gsub(sessions, ' ' .. ARGV[1], '')))
end
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'token', '')
  -- Scoped tokens stay in force when this one ends, but not when it was replaced.
  if redis.call('HGET', KEYS[1], 'named_under') == ARGV[1] then
    redis.call('HSET', KEYS[1], 'named_under', '')
  end
end
redis.call('HDEL', KEYS[1], 'device:' .. ARGV[1], 'seen:' .. ARGV[1])
