-- Take a game out of the lobby, or put it back in its places in the read models.
-- KEYS: the shard's unlisted games, and its read models. ARGV: the game, 1 to list it again
local unlisted, models = KEYS[1], KEYS[2]
local game, is_listed = ARGV[1], ARGV[2] == '1'
redis.call(is_listed and 'SREM' or 'SADD', unlisted, game)
local numbers = {redis.call('HGET', models, 'live') or '0', redis.call('HGET', models, 'shadow') or nil}
for _, number in ipairs(numbers) do
  local generation = models .. ':' .. number
  local state = redis.call('HGET', generation .. ':applied', game) or ''
  for score, name in string.gmatch(state, '\n(%d+) (lobby:[^\n]+)') do
    local order = generation .. ':order:' .. name
    if is_listed then redis.call('ZADD', order, score, game) else redis.call('ZREM', order, game) end
  end
end
return 1
