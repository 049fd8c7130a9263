-- Hold a place for a game among the open games of a player or an address.
-- KEYS: these games by when they were opened. ARGV: the game, the most places, now (ms), the seconds
-- for which places are held (0: without end), the number of games that are over, their ids, and the
-- ids of games that do not count (these may include games that are over).
-- Returns 1 for a newly held place, 0 for one held before, and all games with their times if no place
-- is free.
local places, game, most, now, seconds = KEYS[1], unpack(ARGV, 1, 4)
local over = tonumber(ARGV[5])
if redis.call('ZSCORE', places, game) then return 0 end
if seconds ~= '0' then
  local since = string.format('%d', tonumber(now) - tonumber(seconds) * 1000)
  redis.call('ZREMRANGEBYSCORE', places, '-inf', since)
end
for at = 6, 5 + over do redis.call('ZREM', places, ARGV[at]) end
local count = redis.call('ZCARD', places)
for at = 6 + over, #ARGV do
  if redis.call('ZSCORE', places, ARGV[at]) then count = count - 1 end
end
if count >= tonumber(most) then return redis.call('ZRANGE', places, 0, -1, 'WITHSCORES') end
redis.call('ZADD', places, now, game)
if seconds ~= '0' then redis.call('EXPIRE', places, seconds) end
return 1
