-- Raise the number of a store's forms, never lower it, and return the number before.
-- KEYS: the number. ARGV: our own number.
local known = redis.call('GET', KEYS[1]) or '0'
local number = string.match(known, '^%d+$') and tonumber(known)
if number and number < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
return known
