-- Take a use of an invitation to make an account.
-- KEYS: the invitation. ARGV: the token's digest; the use's own id; its player; the time (ms); the
-- milliseconds within which a use may be repeated; uses and end (ms) of an invitation to be made
-- here, or ''.
-- Returns 1, or 0 if there is none, it has ended, or no use is left.
local key, digest, use, player, now = KEYS[1], ARGV[1], 'use:' .. ARGV[2], ARGV[3], tonumber(ARGV[4])
if ARGV[6] ~= '' and redis.call('EXISTS', key) == 0 then
  redis.call('HSET', key, 'digest', digest, 'left', ARGV[6], 'until', ARGV[7])
  redis.call('PEXPIRE', key, ARGV[7] - now)
end
local known, left, till = unpack(redis.call('HMGET', key, 'digest', 'left', 'until'))
if known ~= digest then return 0 end
local used = redis.call('HGET', key, use)
if used then
  local at = tonumber(string.match(used, '^%d+'))
  return now - at <= tonumber(ARGV[5]) and 1 or 0
end
if now >= tonumber(till) or tonumber(left) < 1 then return 0 end
redis.call('HINCRBY', key, 'left', -1)
redis.call('HSET', key, use, string.format('%.0f', now) .. ' ' .. player)
return 1
