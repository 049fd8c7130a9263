-- Mute a player who is still there, and replace their name if one is given.
-- KEYS: the player. ARGV: the name or nothing. Returns 1, or 0 without a player.
local own = redis.call('HGET', KEYS[1], 'name')
if not own then return 0 end
local is_first = redis.call('HSET', KEYS[1], 'muted', '1') == 1
if ARGV[1] ~= '' then
  if is_first then redis.call('HSET', KEYS[1], 'own_name', own) end
  redis.call('HSET', KEYS[1], 'name', ARGV[1], 'renamed', '1')
end
return 1
