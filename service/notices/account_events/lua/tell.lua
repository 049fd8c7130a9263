-- Append events to a player's feed, without those that it has already, and announce them.
-- KEYS: the player's feed, the news of the slice.
-- ARGV: the player; the most events and the most news that are kept; milliseconds that both are
-- kept; then for each event its name, the game's version, and the moment (ms) before which it cannot
-- have been reported.
-- Returns the number of events appended.
local feed, news = unpack(KEYS)
local player, most, most_news, kept = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

-- Another worker may have reported it, or this one before it was killed: then it is among the newest.
local function is_told(name, since)
  for _, entry in ipairs(redis.call('XREVRANGE', feed, '+', since, 'COUNT', most)) do
    if entry[2][2] == name then return true end
  end
  return false
end

local count = 0
for at = 5, #ARGV, 3 do
  local name, version, since = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if not is_told(name, since) then
    redis.call('XADD', feed, 'MAXLEN', '=', most, '*', 'e', name, 'v', version)
    count = count + 1
  end
end
if count > 0 then
  local now = redis.call('TIME')
  local oldest = tonumber(now[1]) * 1000 - kept
  redis.call('XTRIM', feed, 'MINID', '=', string.format('%.0f-0', oldest))
  redis.call('PEXPIRE', feed, kept)
  redis.call('XADD', news, 'MAXLEN', '~', most_news, '*', 'p', player)
  redis.call('PEXPIRE', news, kept)
end
return count
