-- The generation that a pointer names, and its checkpoints.
-- KEYS: the pointer. ARGV: the prefix of the generations' keys.
local generation = redis.call('GET', KEYS[1]) or '0'
return { generation, redis.call('HGETALL', ARGV[1] .. generation .. ':checkpoints') }
