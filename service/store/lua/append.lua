-- Append one event or several, or nothing: every check comes before the first write.
-- KEYS: the game's stream, its commands, its shard's feed
-- ARGV: version of the first, hash expected at the head, command id, fingerprint, game id,
--       "1" where replicas must confirm, then of each event its entry and its hash (version 0 and
--       no event: only a known command is answered)
local stream, commands, feed = KEYS[1], KEYS[2], KEYS[3]
local first, prev, command, fingerprint, game, confirm = unpack(ARGV, 1, 6)

local known = redis.call('HGET', commands, command)
if known then
  -- WAIT covers a connection's own writes only, so a repeated command writes the same again.
  if confirm == '1' then redis.call('HSET', commands, command, known) end
  return {'REPEATED', known}
end

local actual, hash = '0', string.rep('0', 64)
local head = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if head then
  actual = string.match(head[1], '^%d+')
  hash = cjson.decode(head[2][2]).hash
end
if tonumber(first) ~= tonumber(actual) + 1 or prev ~= hash then
  return {'WRONGVERSION', actual}
end
redis.call('XLEN', feed) -- refuses a key of another type while nothing is written yet

local version = actual
for at = 7, #ARGV, 2 do
  version = string.format('%d', version + 1)
  redis.call('XADD', stream, version .. '-0', 'e', ARGV[at])
  redis.call('XADD', feed, '*', 'game', game, 'version', version, 'hash', ARGV[at + 1])
end
redis.call('HSET', commands, command, version .. ':' .. fingerprint)
return {'APPENDED', version .. ':' .. fingerprint}
