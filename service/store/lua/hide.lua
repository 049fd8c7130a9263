-- Take a game out of the lobby, or put it back in its places in the read models unless another mark
-- still keeps it out.
-- KEYS: the shard's games with this mark, those with the other mark, and its read models.
-- ARGV: the game, 1 to take the mark away
local marked, others, models = KEYS[1], KEYS[2], KEYS[3]
local game, is_shown = ARGV[1], ARGV[2] == '1'
redis.call(is_shown and 'SREM' or 'SADD', marked, game)
if is_shown and redis.call('SISMEMBER', others, game) == 1 then return 1 end
local numbers = {redis.call('HGET', models, 'live') or '0', redis.call('HGET', models, 'shadow') or nil}
for _, number in ipairs(numbers) do
  local generation = models .. ':' .. number
  local state = redis.call('HGET', generation .. ':applied', game) or ''
  for score, name in string.gmatch(state, '\n(%d+) (lobby:[^\n]+)') do
    local order = generation .. ':order:' .. name
    if is_shown then redis.call('ZADD', order, score, game) else redis.call('ZREM', order, game) end
  end
end
return 1
