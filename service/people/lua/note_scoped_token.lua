-- Note the last use of a scoped token, unless it was revoked: it must leave nothing behind.
-- KEYS: the player. ARGV: the token's hash, the time. It is written once an hour.
if redis.call('HEXISTS', KEYS[1], 'named:' .. ARGV[1]) == 0 then return end
local used = redis.call('HGET', KEYS[1], 'used:' .. ARGV[1]) or ''
-- 13 characters of a time go up to its hour.
if string.sub(used, 1, 13) ~= string.sub(ARGV[2], 1, 13) then
  redis.call('HSET', KEYS[1], 'used:' .. ARGV[1], ARGV[2])
  local day = string.sub(ARGV[2], 1, 10)
  if (redis.call('HGET', KEYS[1], 'last_used') or '') < day then
    redis.call('HSET', KEYS[1], 'last_used', day)
  end
end
