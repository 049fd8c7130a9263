-- Append one event, or nothing: every check comes before the first write.
-- KEYS: the game's stream, its commands, its shard's feed
-- ARGV: version, hash expected at the head, entry, command id, fingerprint, game id,
--       "1" where replicas must confirm
local stream, commands, feed = KEYS[1], KEYS[2], KEYS[3]
local version, prev, entry, command, fingerprint, game, confirm = unpack(ARGV)

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
if tonumber(version) ~= tonumber(actual) + 1 or prev ~= hash then
  return {'WRONGVERSION', actual}
end
redis.call('XLEN', feed) -- refuses a key of another type while nothing is written yet

redis.call('XADD', stream, version .. '-0', 'e', entry)
redis.call('HSET', commands, command, version .. ':' .. fingerprint)
redis.call('XADD', feed, '*', 'game', game, 'version', version)
return {'APPENDED', version .. ':' .. fingerprint}
