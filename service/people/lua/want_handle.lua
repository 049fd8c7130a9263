-- Note the handle that a player is about to claim.
-- KEYS: the player. ARGV: the handle, the time now, the least time between two handles (ms), and
-- the salt of the player's marks if they have none.
-- Returns the handle noted before and the time from which the player may have another one: 0 if the
-- new one is noted. Returns nil without a player, or if the player is muted.
local known = redis.call('HMGET', KEYS[1], 'name', 'muted', 'handle', 'handle_at', 'handle_wanted')
if not known[1] or known[2] then return false end
local before = known[5] or ''
if known[3] == ARGV[1] then return {before, 0} end
if known[4] and tonumber(ARGV[2]) < tonumber(known[4]) + tonumber(ARGV[3]) then
  return {before, tonumber(known[4]) + tonumber(ARGV[3])}
end
redis.call('HSET', KEYS[1], 'handle_wanted', ARGV[1])
redis.call('HSETNX', KEYS[1], 'handle_salt', ARGV[4])
return {before, 0}
