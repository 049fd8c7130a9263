-- Claim a delivery that is due, for a while, or claim it for longer.
-- KEYS: the deliveries due, the claims
-- ARGV: the delivery, the present moment, the end of the claim, who claims it
-- Answers 1, 0 where it is not due, or another's.
local due, claims = unpack(KEYS)
local id, now, ends, owner = unpack(ARGV)
local at = redis.call('ZSCORE', due, id)
if not at then return 0 end
if tonumber(at) > tonumber(now) and redis.call('HGET', claims, id) ~= owner then return 0 end
redis.call('ZADD', due, ends, id)
redis.call('HSET', claims, id, owner)
return 1
