-- Give a player who is still there a role: a change must not bring back a forgotten one.
-- KEYS: the player. ARGV: the role, or nothing to end it. Returns 1, or 0 without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 0 end
if ARGV[1] == '' then
  redis.call('HDEL', KEYS[1], 'role')
else
  redis.call('HSET', KEYS[1], 'role', ARGV[1])
end
return 1
