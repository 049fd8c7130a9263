-- Unfreeze a game and keep the period for which it was frozen: both or neither.
-- KEYS: the shard's frozen games, and for each game the periods for which it was frozen.
-- ARGV: the game, the present moment (ms), and the most periods that are kept
local frozen, unfrozen = KEYS[1], KEYS[2]
local game, now, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local since = string.match(redis.call('HGET', frozen, game) or '', '^%d+')
if not since then return 0 end
local times = {}
for each in string.gmatch(redis.call('HGET', unfrozen, game) or '', '[^\n]+') do
  times[#times + 1] = each
end
times[#times + 1] = since .. ' ' .. now
redis.call('HSET', unfrozen, game, table.concat(times, '\n', math.max(1, #times - most + 1)))
redis.call('HDEL', frozen, game)
return 1
