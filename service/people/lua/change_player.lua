-- Change a player who is still there: a change must not bring back a forgotten one.
-- KEYS: the player. ARGV: alternating fields and values, the name first; a muted player keeps it.
-- Returns 1 if it is changed, 0 without a player, -1 if the player is muted.
local name = redis.call('HGET', KEYS[1], 'name')
if not name then return 0 end
if name ~= ARGV[2] then
  if redis.call('HEXISTS', KEYS[1], 'muted') == 1 then return -1 end
  redis.call('HSET', KEYS[1], 'renamed', '1')
end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1
