-- Claim a due delivery for a while, or extend the claim.
-- KEYS: the deliveries due, the claims
-- ARGV: the delivery, the present moment, the end of the claim, who claims it
-- Returns 1, or 0 if it is not due, or claimed by another.
local due, claims = unpack(KEYS)
local id, now, ends, owner = unpack(ARGV)
local at = redis.call('ZSCORE', due, id)
if not at then return 0 end
if tonumber(at) > tonumber(now) and redis.call('HGET', claims, id) ~= owner then return 0 end
redis.call('ZADD', due, ends, id)
redis.call('HSET', claims, id, owner)
return 1
