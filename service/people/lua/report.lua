-- Count a report in its target's line, once a reporter, and keep its text beside the first few.
-- KEYS: the queue, the ends of its lines, the line, its reporters; further lines are under the
-- prefix ARGV[1]. ARGV: prefix, target, reporter, now (ms), end (ms), reason, text, about whom;
-- the most lines, reporters and texts.
-- Returns 1, also if the reporter is known already, or -1 if the queue is full.
local queue, ends, line, reporters = unpack(KEYS)
local prefix, target, reporter, now, last, reason, text, about = unpack(ARGV)
for _, over in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 10)) do
  redis.call('DEL', prefix .. over, prefix .. over .. ':by')
  redis.call('ZREM', ends, over)
  redis.call('ZREM', queue, over)
end
if redis.call('SISMEMBER', reporters, reporter) == 1 then return 1 end
local is_new = not redis.call('ZSCORE', queue, target)
if is_new and redis.call('ZCARD', queue) >= tonumber(ARGV[9]) then return -1 end
redis.call('ZADD', ends, last, target)
-- More reporters than these do not make the line more urgent.
if redis.call('SCARD', reporters) >= tonumber(ARGV[10]) then return 1 end
redis.call('SADD', reporters, reporter)
local count = redis.call('HINCRBY', line, 'count', 1)
redis.call('HSETNX', line, 'first', now)
redis.call('HSET', line, 'last', now, 'about', about)
redis.call('HINCRBY', line, 'reason:' .. reason, 1)
if text ~= '' then
  for place = 1, tonumber(ARGV[11]) do
    if redis.call('HSETNX', line, 'text:' .. place, reporter .. ' ' .. text) == 1 then break end
  end
end
-- Many reporters first, then the latest report: the time fits below 2^41.
redis.call('ZADD', queue, string.format('%.0f', count * 2 ^ 41 + now), target)
return 1
