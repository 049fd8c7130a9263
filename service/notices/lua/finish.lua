-- Note the outcome of an attempt to deliver.
-- KEYS: deliveries due, deliveries, claims, log, failures in a row of the channel
-- ARGV: the delivery, who has claimed it, the moment of the next attempt ("" for none),
--       the delivery as JSON, its entry of the log, its state
-- Returns the failures in a row; -1 if another has claimed a delivery that is to be tried again.
local due, deliveries, claims, log, failures = unpack(KEYS)
local id, owner, next_at, delivery, entry, state = unpack(ARGV)
local is_first = true -- a failure counts once, even if its outcome is sent again
if next_at ~= '' then
  if redis.call('HGET', claims, id) ~= owner then return -1 end
  redis.call('ZADD', due, 'XX', next_at, id)
  redis.call('HSET', deliveries, id, delivery)
else
  redis.call('ZREM', due, id)
  is_first = redis.call('HDEL', deliveries, id) == 1
end
redis.call('HDEL', claims, id)
if redis.call('HEXISTS', log, id) == 1 then redis.call('HSET', log, id, entry) end
if state == 'delivered' then redis.call('DEL', failures) end
if state ~= 'failed' then return 0 end
if not is_first then return tonumber(redis.call('GET', failures) or '0') end
local count = redis.call('INCR', failures)
redis.call('EXPIRE', failures, 30 * 24 * 3600)
return count
