-- Freeze a game: it takes no moves from now on. If it is frozen already, only its reason changes.
-- KEYS: the shard's frozen games. ARGV: the game, the present moment (ms), the reason
local frozen, game, now, reason = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local since = string.match(redis.call('HGET', frozen, game) or '', '^%d+') or now
redis.call('HSET', frozen, game, since .. ' ' .. reason)
return 1
