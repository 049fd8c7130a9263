-- Note the version that a seat's player has seen, unless a later one is known.
-- KEYS: the versions seen by seat
-- ARGV: the seat, the version, seconds to keep it
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
if tonumber(ARGV[2]) > known then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
redis.call('EXPIRE', KEYS[1], ARGV[3])
