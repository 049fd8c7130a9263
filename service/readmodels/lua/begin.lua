-- Begin a new shadow generation beside a shard's live one; it replaces an unfinished one.
-- KEYS: the shard's read models, and the set of generations to be deleted. Returns the new one.
local models, retired = unpack(KEYS)
local live, shadow, last = unpack(redis.call('HMGET', models, 'live', 'shadow', 'last'))
if shadow then redis.call('SADD', retired, shadow) end
local generation = string.format('%d', math.max(tonumber(live or 0), tonumber(last or 0)) + 1)
redis.call('HSET', models, 'last', generation, 'shadow', generation)
return generation
