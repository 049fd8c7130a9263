-- Replace the secret of a player's feeds. KEYS: the player. ARGV: its field, the secret's hash.
-- Returns the hash of the old secret ('' for none), nil for a forgotten player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return false end
local old = redis.call('HGET', KEYS[1], ARGV[1]) or ''
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if old == ARGV[2] then return '' end -- sent again
return old
