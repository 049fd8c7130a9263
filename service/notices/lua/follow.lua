-- Follow a shard's feed from one checkpoint to another: notices begin and end to be pending, and the
-- checkpoint moves, all or none.
-- KEYS: the checkpoints, the games' notices
-- ARGV: the shard, the checkpoint that the batch comes after, the new one, "1" where what it says
-- replaces even what is newer; then for each change: the game, its version, the hash of that event,
-- the number of its notices, and for each the key of its slice's pending notices, its name there
-- and its moment.
-- Answers 1, or 0 when the checkpoint is another: then nothing is written.
local checkpoints, games = unpack(KEYS)
local shard, after, upto, restores = unpack(ARGV, 1, 4)
if (redis.call('HGET', checkpoints, shard) or '0-0') ~= after then return 0 end

-- What is known of a game: its version, that event's hash, and by pending key and name the moments.
local function before(game)
  local lines, known = redis.call('HGET', games, game) or '0 ', {}
  local version, hash = string.match(lines, '^(%d+) ?(%x*)')
  for key, at, name in string.gmatch(lines, '\n(%S+) (%d+) ([^\n]+)') do
    known[name] = { key, at }
  end
  return tonumber(version), hash, known
end

local at = 5
while at <= #ARGV do
  local game, version, hash = unpack(ARGV, at, at + 2)
  local last = at + 3 + 3 * tonumber(ARGV[at + 3])
  local reached, head, known = before(game)
  local is_new = tonumber(version) > reached or (tonumber(version) == reached and hash ~= head)
  if is_new or restores == '1' then
    local lines = { version .. ' ' .. hash }
    for place = at + 4, last, 3 do
      local key, name, moment = unpack(ARGV, place, place + 2)
      local old = known[name]
      if not old then
        redis.call('ZADD', key, moment, name)
      elseif old[2] ~= moment then
        redis.call('ZADD', key, 'XX', moment, name) -- if it has not been settled yet
      end
      known[name] = nil
      lines[#lines + 1] = key .. ' ' .. moment .. ' ' .. name
    end
    for name, old in pairs(known) do redis.call('ZREM', old[1], name) end
    if version == '0' then
      redis.call('HDEL', games, game)
    else
      redis.call('HSET', games, game, table.concat(lines, '\n'))
    end
  end
  at = last + 1
end
if upto == '0-0' then
  redis.call('HDEL', checkpoints, shard)
else
  redis.call('HSET', checkpoints, shard, upto)
end
return 1
