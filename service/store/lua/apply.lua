-- Apply a batch to one generation of a read model and move its checkpoint: both or neither.
-- KEYS: the pointer to the generation, then its checkpoints, rows, applied versions, broken games.
-- ARGV: the generation, the prefix of its orders, the shard, the checkpoint that the batch comes
-- after, the new one, 1 where what it says replaces even what is newer; then for each change: the
-- game, its version, the hash of that event, its row and why it is broken (each empty where there
-- is none), the number of its orders, and for each the name and the score.
-- Answers 1, or 0 when the pointer or the checkpoint is another: then nothing is written.
local pointer, checkpoints, rows, applied, broken = unpack(KEYS)
local generation, prefix, shard, after, upto, restores = unpack(ARGV, 1, 6)

if (redis.call('GET', pointer) or '0') ~= generation then
  return 0
end
if (redis.call('HGET', checkpoints, shard) or '0-0') ~= after then
  return 0
end

-- What was applied to a game: its version, that event's hash, and the lines of them and the orders.
local function before(game)
  local lines = {}
  for line in string.gmatch(redis.call('HGET', applied, game) or '0', '[^\n]+') do
    lines[#lines + 1] = line
  end
  local version, hash = string.match(lines[1], '^(%d+) ?(.*)$')
  return tonumber(version), hash, lines
end

local function move(game, left, scores)
  for number = 2, #left do
    if not scores[left[number]] then
      redis.call('ZREM', prefix .. left[number], game)
    end
  end
  for name, score in pairs(scores) do
    redis.call('ZADD', prefix .. name, score, game)
  end
end

local at = 7
while at <= #ARGV do
  local game, version, hash, row, reason = unpack(ARGV, at, at + 4)
  local last = at + 5 + 2 * tonumber(ARGV[at + 5])
  local reached, known, left = before(game)
  local is_new = tonumber(version) > reached or (tonumber(version) == reached and hash ~= known)
  if is_new or restores == '1' then
    local scores, lines = {}, { version .. ' ' .. hash }
    for order = at + 6, last, 2 do
      scores[ARGV[order]] = ARGV[order + 1]
      lines[#lines + 1] = ARGV[order]
    end
    move(game, left, scores)
    if version == '0' then
      redis.call('HDEL', applied, game)
    else
      redis.call('HSET', applied, game, table.concat(lines, '\n'))
    end
    if row == '' then
      redis.call('HDEL', rows, game)
    else
      redis.call('HSET', rows, game, row)
    end
  end
  if reason == '' then
    redis.call('HDEL', broken, game)
  else
    redis.call('HSET', broken, game, reason)
  end
  at = last + 1
end
if upto == '0-0' then
  redis.call('HDEL', checkpoints, shard)
else
  redis.call('HSET', checkpoints, shard, upto)
end
return 1
