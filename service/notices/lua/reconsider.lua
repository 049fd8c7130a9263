-- Make pending notices due if their players have changed a setting: one page of the slice.
-- KEYS: pending notices, players with changes (see pending_notices.py), the last notice looked at
-- ARGV: the present moment, the notices of a page, the most to return
-- Returns notices that are then due, the longest due first.
local pending, changed, last = unpack(KEYS)
local now, page, limit = unpack(ARGV)
local SERVED = 1

local players = redis.call('ZRANGEBYSCORE', changed, SERVED, SERVED, 'LIMIT', 0, page)
local is_new_search = #players == 0
if is_new_search then
  -- At random, so that players who change settings again and again delay nobody else.
  players = redis.call('ZRANDMEMBER', changed, page)
end
local served = {}
for _, player in ipairs(players) do
  served[player] = true
  if is_new_search then redis.call('ZADD', changed, SERVED, player) end
end

-- The rank just behind a notice, even if the notice is gone: that of a temporary member that sorts
-- next to it.
local function place_behind(moment, member)
  local mark = member .. '\0'
  redis.call('ZADD', pending, moment, mark)
  local place = redis.call('ZRANK', pending, mark)
  redis.call('ZREM', pending, mark)
  return place
end

local first = redis.call('ZCOUNT', pending, '-inf', now)
local moment, member = string.match(redis.call('GET', last) or '', '^(%d+) (.*)$')
if moment and not is_new_search then first = math.max(first, place_behind(moment, member)) end

local notices = redis.call('ZRANGE', pending, first, first + page - 1, 'WITHSCORES')
for at = 1, #notices, 2 do
  if served[string.match(notices[at], '^%S+')] then redis.call('ZADD', pending, now, notices[at]) end
end
if #notices < 2 * page then
  redis.call('ZREMRANGEBYSCORE', changed, SERVED, SERVED)
  redis.call('DEL', last)
else
  local at = string.format('%.0f', tonumber(notices[#notices]))
  redis.call('SET', last, at .. ' ' .. notices[#notices - 1])
end
return redis.call('ZRANGEBYSCORE', pending, '-inf', now, 'LIMIT', 0, limit)
