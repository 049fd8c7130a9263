-- List a challenge unless there are too many.
-- KEYS: the list. ARGV: the challenge, the time of its end, the time now (ms), the most.
-- Returns 1 if it is listed, or 0.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and
   redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], newest[2] - ARGV[3])
return 1
