-- Apply a batch to one generation of a shard's read models and move its checkpoint, both or neither.
-- KEYS: the read models, the generation's rows, applied versions and broken games; the shard's feed,
-- its summaries, their games by time, and the settled line; the games that the host keeps out of the
-- lobby, by either of two marks.
-- ARGV: "live" or "shadow", the generation, the prefix of its orders, the form of what this release
-- writes, the checkpoint that the batch comes after, the new one, 1 if the batch replaces even newer
-- states; then for each change:
-- the game, its state for the applied versions, its row and why it is broken (each empty if
-- there is none). A state is the version, the hash of that event, and on further lines the game's
-- facts after "=", and the score and the name of each of its orders; version 0 has none.
-- Returns 1, or 0 if the generation or the checkpoint is another one: then nothing is written.
local models, rows, applied, broken, feed, summaries, changed, settled = unpack(KEYS, 1, 8)
local marks = {KEYS[9], KEYS[10]}
local role, generation, prefix, form, after, upto, restores = unpack(ARGV, 1, 7)

local now = redis.call('HMGET', models, role, 'at:' .. generation, 'form:' .. generation)
if (now[1] or '0') ~= generation or (now[2] or '0-0') ~= after then
  return 0
end

-- Commands with many fields or members are far cheaper than many commands, and so is their log.
local MOST = 2000
local function send(command, key, list)
  for from = 1, #list, MOST do
    redis.call(command, key, unpack(list, from, math.min(from + MOST - 1, #list)))
  end
end

local games, before = {}, {}
for at = 8, #ARGV, 4 do games[#games + 1] = ARGV[at] end
for from = 1, #games, MOST do
  local last = math.min(from + MOST - 1, #games)
  local values = redis.call('HMGET', applied, unpack(games, from, last))
  for place = from, last do before[place] = values[place - from + 1] or '0' end
end

local function members_of(orders, name)
  local list = orders[name] or {}
  orders[name] = list
  return list
end

local present = {}
for _, mark in ipairs(marks) do
  if redis.call('SCARD', mark) > 0 then present[#present + 1] = mark end
end
local function is_out(game)
  for _, mark in ipairs(present) do
    if redis.call('SISMEMBER', mark, game) == 1 then return true end
  end
  return false
end
local joined, left = {}, {}
local function place_in_orders(game, old, state)
  local scores = {}
  local is_unlisted = is_out(game)
  for score, name in string.gmatch(old, '\n(%d+) ([^\n]+)') do scores[name] = score end
  for score, name in string.gmatch(state, '\n(%d+) ([^\n]+)') do
    -- Its state still names the places, for when it is listed again.
    local is_hidden = is_unlisted and string.find(name, 'lobby:', 1, true) == 1
    if not is_hidden and (scores[name] ~= score or restores == '1') then
      local list = members_of(joined, name)
      list[#list + 1], list[#list + 2] = score, game
    end
    scores[name] = nil
  end
  for name in pairs(scores) do
    local list = members_of(left, name)
    list[#list + 1] = game
  end
end

local kept, gone, shown, hidden = {}, {}, {}, {}
local bad, mended = {}, {}
local has_broken = redis.call('HLEN', broken) > 0
for place, game in ipairs(games) do
  local state, row, reason = unpack(ARGV, 4 * place + 5, 4 * place + 7)
  local reached, hash = string.match(before[place], '^(%d+) ?(%x*)')
  local version, own_hash = string.match(state, '^(%d+) ?(%x*)')
  local newer = tonumber(version) - tonumber(reached)
  if restores == '1' or newer > 0 or (newer == 0 and own_hash ~= hash) then
    place_in_orders(game, before[place], state)
    if version == '0' then
      gone[#gone + 1] = game
    else
      kept[#kept + 1], kept[#kept + 2] = game, state
    end
    if row == '' then
      hidden[#hidden + 1] = game
    else
      shown[#shown + 1], shown[#shown + 2] = game, row
    end
  end
  if reason ~= '' then
    bad[#bad + 1], bad[#bad + 2] = game, reason
  elseif has_broken then
    mended[#mended + 1] = game
  end
end

for name, list in pairs(left) do send('ZREM', prefix .. name, list) end
for name, list in pairs(joined) do send('ZADD', prefix .. name, list) end
send('HDEL', applied, gone)
send('HSET', applied, kept)
send('HDEL', rows, hidden)
send('HSET', rows, shown)
send('HDEL', broken, mended)
send('HSET', broken, bad)
if upto == '0-0' then
  redis.call('HDEL', models, 'at:' .. generation, 'form:' .. generation)
else
  redis.call('HSET', models, 'at:' .. generation, upto)
  -- All of it is of this form only if a release of this form has written all that came before.
  if after == '0-0' or now[3] == form .. ' ' .. after then
    redis.call('HSET', models, 'form:' .. generation, form .. ' ' .. upto)
  end
end

-- Each line up to a checkpoint is of a game that is broken, or has a summary at least as new: so the
-- feed is settled if a checkpoint is at its end.
local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
if not last or redis.call('GET', settled) == last[1] then return 1 end
local function mark_of(line)
  for at = 1, #line[2], 2 do
    local name, value = line[2][at], line[2][at + 1]
    if name == 'h' then
      return line[1] .. ' ' .. string.gsub(value, '.', function(byte)
        return string.format('%02x', string.byte(byte))
      end)
    end
  end
  return line[1]
end

local is_whole = redis.call('ZCARD', changed) == redis.call('HLEN', summaries)
if is_whole and string.match(upto, '^[^|]+') == mark_of(last) and redis.call('HLEN', broken) == 0 then
  redis.call('SET', settled, last[1])
end
return 1
