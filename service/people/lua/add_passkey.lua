-- Keep a passkey unless there are too many.
-- KEYS: the player's passkeys. ARGV: its id, the passkey, the most. Returns 1 if it is kept, or 0.
-- A repeated call finds its own passkey.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
