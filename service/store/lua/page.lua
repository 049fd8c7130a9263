-- Rows of the live generation, along one of its orders.
-- KEYS: the pointer to the live generation. ARGV: the prefix of the generations' keys, the order,
-- and the arguments of ZRANGE: two ranks, or two scores and BYSCORE, LIMIT, offset, count.
-- Answers the number of games in the order (by score: between the scores) and the rows of the range.
local prefix = ARGV[1] .. (redis.call('GET', KEYS[1]) or '0')
local order = prefix .. ':order:' .. ARGV[2]
local rows = {}
for number, game in ipairs(redis.call('ZRANGE', order, unpack(ARGV, 3))) do
  rows[number] = redis.call('HGET', prefix .. ':rows', game)
end
if ARGV[5] == 'BYSCORE' then
  return { redis.call('ZCOUNT', order, ARGV[3], ARGV[4]), rows }
end
return { redis.call('ZCARD', order), rows }
