-- Begin a new generation in the shadow of the live one; an unfinished one gives way.
-- KEYS: the pointers to the live and the shadow generation, the number of the last one, and the
-- set of generations to be deleted. Answers the new generation.
local live, shadow, last, retired = unpack(KEYS)
local unfinished = redis.call('GET', shadow)
if unfinished then
  redis.call('SADD', retired, unfinished)
end
local newest = math.max(tonumber(redis.call('GET', live) or 0), tonumber(redis.call('GET', last) or 0))
local generation = string.format('%d', newest + 1)
redis.call('SET', last, generation)
redis.call('SET', shadow, generation)
return generation
