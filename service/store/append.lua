-- Append one event to a game's stream. Everything is checked before the first write.
-- KEYS: the game's stream, its commands, the shard's feed.
-- ARGV: command id, fingerprint, the event's version, the hash before it, the entry, the game id.
local stream, commands, feed = KEYS[1], KEYS[2], KEYS[3]
local command, fingerprint = ARGV[1], ARGV[2]
local version, prev, entry, game = tonumber(ARGV[3]), ARGV[4], ARGV[5], ARGV[6]

local known = redis.call('HGET', commands, command)
if known then
  return {'repeated', known}
end

local actual, hash = 0, string.rep('0', 64)
local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if last then
  actual = tonumber(string.match(last[1], '^(%d+)%-'))
  hash = cjson.decode(last[2][2]).hash
end
if actual ~= version - 1 or hash ~= prev then
  return {'wrong_version', tostring(actual)}
end

redis.call('XADD', stream, ARGV[3] .. '-0', 'e', entry)
redis.call('HSET', commands, command, ARGV[3] .. ':' .. fingerprint)
redis.call('XADD', feed, '*', 'game', game, 'version', ARGV[3])
return {'appended', ARGV[3]}
