-- Select games of a list by their facts, in the live generations of shards, each at one moment.
-- KEYS: in a cluster the read models of one shard, none on a single server, where the keys of all
-- shards are in many slots.
-- ARGV: the form of the facts, or "" if lists of any form will do; 1 to begin with the highest score;
-- the lowest and highest score; the most games to select and to look at in each shard; the pattern
-- that a game's facts match, which captures the last change and the winners, or ""; the earliest
-- last change; "won", "lost", "shared" or "", and the player that this is about; the number of the
-- lists that have all these games, and their names: the shortest is read; the number of further
-- lists, and their names; then for each shard the key of its read models, and the score and the game
-- after which to begin, "" for the beginning.
-- Returns for each shard 1 if the list was read to its end; the last score and game looked at; and
-- the scores and games selected. It returns 0 for a shard of lists of another form.
local form, descends, lowest, highest = ARGV[1], ARGV[2] == '1', ARGV[3], ARGV[4]
local most, looks = tonumber(ARGV[5]), tonumber(ARGV[6])
local pattern, since, outcome, player = ARGV[7], tonumber(ARGV[8]), ARGV[9], ARGV[10]

local at = 11
local function names_of_next()
  local names = { unpack(ARGV, at + 1, at + tonumber(ARGV[at])) }
  at = at + 1 + #names
  return names
end
local leads, needs = names_of_next(), names_of_next()
for number, name in ipairs(leads) do
  if #leads > 1 then needs[#needs + 1] = name end
end
for number, name in ipairs(needs) do needs[number] = ' ' .. name .. '\n' end

local function has_outcome(winners)
  if outcome == '' then return true end
  if winners == '' then return false end
  local has_won = string.find(',' .. winners .. ',', ',' .. player .. ',', 1, true) ~= nil
  if outcome == 'lost' then return not has_won end
  local is_shared = string.find(winners, ',', 1, true) ~= nil
  return has_won and is_shared == (outcome == 'shared')
end

local is_any = #needs == 0 and pattern == ''
local function fits(state)
  if not state then return false end
  if #needs > 0 then
    local whole = state .. '\n'
    for _, name in ipairs(needs) do
      if not string.find(whole, name, 1, true) then return false end
    end
  end
  if pattern == '' then return true end
  local changed, winners = string.match(state, pattern)
  return changed ~= nil and tonumber(changed) >= since and has_outcome(winners)
end

-- Sorted sets compare ids by bytes, but Lua would by the server's locale.
local function is_before(one, other)
  for place = 1, math.min(#one, #other) do
    local a, b = string.byte(one, place), string.byte(other, place)
    if a ~= b then return a < b end
  end
  return #one < #other
end

local function shortest(prefix)
  local best, fewest
  for _, name in ipairs(leads) do
    local count = redis.call('ZCARD', prefix .. 'order:' .. name)
    if not fewest or count < fewest then best, fewest = name, count end
  end
  return prefix .. 'order:' .. best
end

local verb = descends and 'ZREVRANGEBYSCORE' or 'ZRANGEBYSCORE'
local function read(key, score, place, count)
  local from, to = lowest, highest
  if score ~= '' then
    if descends then to = score else from = score end
  end
  if descends then from, to = to, from end
  return redis.call(verb, key, from, to, 'WITHSCORES', 'LIMIT', place, count)
end

-- True for a game that a reader past another one of the same score has had.
local function was_read(one, game)
  return one == game or is_before(one, game) ~= descends
end

local function select(prefix, score, game)
  local key, selected = shortest(prefix), {}
  local place, looked, size = 0, 0, math.min(looks, 2 * most)
  local last_score, last_game = score, game
  while true do
    local members, games = read(key, score, place, size), {}
    for number = 1, #members, 2 do games[#games + 1] = members[number] end
    local states = not is_any and #games > 0 and redis.call('HMGET', prefix .. 'applied', unpack(games)) or {}
    for number, one in ipairs(games) do
      local own = members[2 * number]
      if not (own == score and was_read(one, game)) then
        looked, last_score, last_game = looked + 1, own, one
        if is_any or fits(states[number]) then
          selected[#selected + 1], selected[#selected + 2] = own, one
        end
        if #selected >= 2 * most or looked >= looks then
          return { 0, last_score, last_game, selected }
        end
      end
    end
    if #games < size then return { 1, last_score, last_game, selected } end
    -- Too few of the first ones fit: from here on, few calls with many members cost less.
    place, size = place + size, looks
  end
end

local replies = {}
for place = at, #ARGV, 3 do
  local models, score, game = unpack(ARGV, place, place + 2)
  local live = redis.call('HGET', models, 'live') or '0'
  local marks = redis.call('HMGET', models, 'at:' .. live, 'form:' .. live)
  if form ~= '' and marks[1] and marks[2] ~= form .. ' ' .. marks[1] then
    replies[#replies + 1] = 0
  else
    replies[#replies + 1] = select(models .. ':' .. live .. ':', score, game)
  end
end
return replies
