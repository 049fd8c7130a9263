-- Bring a player's or a game's places in the directory up to date.
-- KEYS: what the directory keeps of each subject. ARGV: the prefix of its keys; the subject; the
-- version of what is written; '1' to write it even if a newer version is kept; and its places, or
-- '' if it is gone: a set, a score and a term in each line.
-- Returns 1, or 0 if a newer version is kept.
local kept, prefix, subject, version, forced, places = KEYS[1], unpack(ARGV, 1, 5)
local BOARDS = { live = 'busiest', open = 'creators' }

local stored = redis.call('HGET', kept, subject)
local known, before = string.match(stored or '', '^(%d+)\n?(.*)$')
if known and tonumber(known) > tonumber(version) and forced ~= '1' then return 0 end

local function member_of(term)
  return term == '' and subject or term .. '\0' .. subject
end

-- Call a function with the set, the score and the member of each place.
local changed = {}
local function each_place(lines, call)
  for line in string.gmatch(lines or '', '[^\n]+') do
    local set, score, term = string.match(line, '^(%S+) (%S+) (.*)$')
    call(set, score, member_of(term))
    changed[set] = true
  end
end

-- Rank a player by the members of a set of theirs: only those who are in the directory.
local function rank(kind, player)
  local number = redis.call('ZCARD', prefix .. kind .. ':' .. player)
  local is_there = redis.call('HEXISTS', prefix .. 'players', player) == 1
  if number > 0 and is_there then
    redis.call('ZADD', prefix .. BOARDS[kind], number, player)
  else
    redis.call('ZREM', prefix .. BOARDS[kind], player)
  end
end

each_place(before, function(set, _, member) redis.call('ZREM', prefix .. set, member) end)
each_place(places, function(set, score, member) redis.call('ZADD', prefix .. set, score, member) end)
local text = version .. '\n' .. places
if places == '' then
  redis.call('HDEL', kept, subject)
elseif stored ~= text then
  redis.call('HSET', kept, subject, text)
end
for set in pairs(changed) do
  local kind, player = string.match(set, '^(%a+):(.+)$')
  if kind then rank(kind, player) end
end
if kept == prefix .. 'players' and (places == '') ~= (stored == false) then
  for kind in pairs(BOARDS) do rank(kind, subject) end
end
return 1
