-- Write a passkey as used unless it has changed since, so that only one of two answers counts.
-- KEYS: the player's passkeys. ARGV: its id, the old passkey, the new one. Returns 1 or 0.
local present = redis.call('HGET', KEYS[1], ARGV[1])
if present == ARGV[3] then return 1 end -- sent again
if present ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
