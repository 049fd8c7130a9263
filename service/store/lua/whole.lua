-- The last line of a shard's feed, its id and hash, if each of the shard's games has its newest
-- summary; else nothing.
-- KEYS: the shard's feed, the summaries of its games.
-- Each event has one line, so that the versions of the newest summaries add up to the lines.
local feed, games = unpack(KEYS)
local events = 0
for _, summary in ipairs(redis.call('HVALS', games)) do
  events = events + tonumber(string.match(summary, '^%S+ (%d+)'))
end
if events == 0 or events ~= redis.call('XLEN', feed) then return {} end
local last = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
local hash = ''
for at = 1, #last[2], 2 do
  local name, value = last[2][at], last[2][at + 1]
  if name == 'hash' then hash = value end -- of older releases
  if name == 'h' then
    hash = string.gsub(value, '.', function(byte) return string.format('%02x', string.byte(byte)) end)
  end
end
return { last[1], hash }
