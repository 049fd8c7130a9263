-- Close a game for moves from now on; if it is closed already, only its reason changes.
-- KEYS: the shard's closed games. ARGV: the game, the present moment (ms), the reason
local closed, game, now, reason = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local since = string.match(redis.call('HGET', closed, game) or '', '^%d+') or now
redis.call('HSET', closed, game, since .. ' ' .. reason)
return 1
