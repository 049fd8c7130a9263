-- Suspend or ban a player who is still there, or end that.
-- KEYS: the player. ARGV: the field; the end and the reason, or nothing to end it.
-- Returns 1, or 0 without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return 0 end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return 1
