-- Add a key after the known ones; replace the one before it by its public half.
-- KEYS: the keys. ARGV: the expected number of keys, the new key, the one before ("" for none)
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
if ARGV[3] ~= '' then redis.call('LSET', KEYS[1], -1, ARGV[3]) end
redis.call('RPUSH', KEYS[1], ARGV[2])
return 1
