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

-- Commands with many fields or members are far cheaper than many commands, and so is their log.
local MOST = 2000
local writes = {}
local function write(command, key, ...)
  local name = command .. ' ' .. key
  local list = writes[name]
  if not list then
    list = { command = command, key = key }
    writes[name] = list
    writes[#writes + 1] = list
  end
  for _, value in ipairs({ ... }) do list[#list + 1] = value end
end

local changes, games, at = {}, {}, 7
while at <= #ARGV do
  local game, version, hash, row, reason, count = unpack(ARGV, at, at + 5)
  local change = { game = game, version = version, hash = hash, row = row, reason = reason }
  change.first, change.last = at + 6, at + 5 + 2 * tonumber(count)
  changes[#changes + 1], games[#games + 1] = change, game
  at = change.last + 1
end

local before = {}
for from = 1, #games, MOST do
  local upto = math.min(from + MOST - 1, #games)
  local values = redis.call('HMGET', applied, unpack(games, from, upto))
  for place = from, upto do before[place] = values[place - from + 1] or '0' end
end

-- What was applied to a game: its version, that event's hash, and the orders it stands in.
local function known(text)
  local head, rest = string.match(text, '^([^\n]*)\n?(.*)$')
  local version, hash = string.match(head, '^(%d+) ?(.*)$')
  return tonumber(version), hash, rest
end

local function put(change, left)
  local scores, lines = {}, { change.version .. ' ' .. change.hash }
  for place = change.first, change.last, 2 do
    scores[ARGV[place]] = true
    write('ZADD', prefix .. ARGV[place], ARGV[place + 1], change.game)
    lines[#lines + 1] = ARGV[place]
  end
  for order in string.gmatch(left, '[^\n]+') do
    if not scores[order] then write('ZREM', prefix .. order, change.game) end
  end
  if change.version == '0' then
    write('HDEL', applied, change.game)
  else
    write('HSET', applied, change.game, table.concat(lines, '\n'))
  end
  if change.row == '' then
    write('HDEL', rows, change.game)
  else
    write('HSET', rows, change.game, change.row)
  end
end

local has_broken = redis.call('HLEN', broken) > 0
for place, change in ipairs(changes) do
  local reached, hash, left = known(before[place])
  local version = tonumber(change.version)
  if restores == '1' or version > reached or (version == reached and change.hash ~= hash) then
    put(change, left)
  end
  if change.reason ~= '' then
    write('HSET', broken, change.game, change.reason)
  elseif has_broken then
    write('HDEL', broken, change.game)
  end
end

for _, list in ipairs(writes) do
  for from = 1, #list, MOST do
    redis.call(list.command, list.key, unpack(list, from, math.min(from + MOST - 1, #list)))
  end
end
if upto == '0-0' then
  redis.call('HDEL', checkpoints, shard)
else
  redis.call('HSET', checkpoints, shard, upto)
end
return 1
