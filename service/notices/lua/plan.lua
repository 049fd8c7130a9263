-- Settle a pending notice: its deliveries are created, or collected for digests, all or none.
-- KEYS: the slice's pending notices
-- ARGV: the prefix of the slice's keys, the player's id, the moment of it (ms), and as JSON:
--   member  the pending notice that this settles, absent for a message without one
--   puts    deliveries: id, at, delivery and entry of the log, both JSON
--   notes   for digests: the digest's name, the notice, and member and at of the digest's own moment
--   taken   notices that leave a digest: the digest's name, the notices
--   kept    digests whose notices still wait: the digest's name, member and at of its next moment
--       Then 1 if the player exists, and the seconds for which their log keeps a delivery.
-- Returns the number of new deliveries; -1 if the notice was settled before, or the player
-- has left.
local prefix, player, now, plan = ARGV[1], ARGV[2], tonumber(ARGV[3]), cjson.decode(ARGV[4])
local DAYS_30 = 30 * 24 * 3600

local is_pending = not plan.member or redis.call('ZREM', KEYS[1], plan.member) == 1
if not is_pending or ARGV[5] ~= '1' then return -1 end

local log, logged = prefix .. 'log:' .. player, prefix .. 'logged:' .. player
local function unlog(ids)
  for _, id in ipairs(ids) do
    redis.call('ZREM', logged, id)
    redis.call('HDEL', log, id)
  end
end

local count = 0
redis.call('ZREMRANGEBYSCORE', prefix .. 'done', '-inf', now - DAYS_30 * 1000)
for _, put in ipairs(plan.puts) do
  if redis.call('ZADD', prefix .. 'done', 'NX', now, put.id) == 1 then
    count = count + 1
    redis.call('ZADD', prefix .. 'due', put.at, put.id)
    redis.call('HSET', prefix .. 'deliveries', put.id, put.delivery)
    redis.call('ZADD', logged, now, put.id)
    redis.call('HSET', log, put.id, put.entry)
  end
end
if count > 0 then
  unlog(redis.call('ZRANGEBYSCORE', logged, '-inf', now - ARGV[6] * 1000))
  unlog(redis.call('ZRANGE', logged, 0, -201))
  redis.call('EXPIRE', logged, ARGV[6])
  redis.call('EXPIRE', log, ARGV[6])
end
for _, note in ipairs(plan.notes) do
  local digest = prefix .. 'digest:' .. note.digest
  -- A notice may become pending twice (see follower.py): a digest lists it once.
  if redis.call('ZADD', prefix .. 'done', 'NX', now, note.digest .. ' ' .. note.notice) == 1 then
    redis.call('ZADD', digest, 'NX', now, note.notice)
    redis.call('ZREMRANGEBYRANK', digest, 0, -201)
    redis.call('EXPIRE', digest, DAYS_30)
    redis.call('ZADD', KEYS[1], 'NX', note.at, note.member)
  end
end
for _, taken in ipairs(plan.taken) do
  for _, notice in ipairs(taken.notices) do
    redis.call('ZREM', prefix .. 'digest:' .. taken.digest, notice)
  end
end
for _, kept in ipairs(plan.kept) do
  redis.call('EXPIRE', prefix .. 'digest:' .. kept.digest, DAYS_30)
  redis.call('ZADD', KEYS[1], 'NX', kept.at, kept.member)
end
return count
