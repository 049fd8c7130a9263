-- Add a key after so many; the one before is replaced by its public half.
-- KEYS: the keys. ARGV: the number of keys expected, the new key, the one before ("" for none)
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
if ARGV[3] ~= '' then redis.call('LSET', KEYS[1], -1, ARGV[3]) end
redis.call('RPUSH', KEYS[1], ARGV[2])
return 1
