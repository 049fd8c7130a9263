-- Append one event or several, or nothing: every check comes before the first write.
-- KEYS: the game's stream, its commands, its shard's feed, its standing orders, the codes of the
--       orders that its events follow from, by version, and the summaries of its shard's games
-- ARGV: version of the first, hash expected at the head, command id, fingerprint, game id,
--       "1" where replicas must confirm, the version that answers the command, the change of orders
--       as JSON ("" for none), the game's new summary ("" for none), then of each event its entry
--       and its hash (version 0 and no event: only a known command is answered)
local stream, commands, feed, orders, answered, games = unpack(KEYS, 1, 6)
local first, prev, command, fingerprint, game, confirm, told, change, summary = unpack(ARGV, 1, 9)

local known = command ~= '' and redis.call('HGET', commands, command)
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
if change ~= '' then
  change = cjson.decode(change)
  if (redis.call('HGET', orders, 'revision') or '') ~= change.revision then
    return {'ORDERSCHANGED', actual}
  end
  redis.call('HLEN', answered)
end
redis.call('XLEN', feed)
redis.call('HLEN', games) -- these refuse a key of another type while nothing is written yet

local version, line = actual, ''
for at = 10, #ARGV, 2 do
  version = string.format('%d', version + 1)
  redis.call('XADD', stream, version .. '-0', 'e', ARGV[at])
  line = redis.call('XADD', feed, '*', 'game', game, 'version', version, 'hash', ARGV[at + 1])
end

-- The summary with the moments that it has in common ("=") with the one before; nil without that.
local function completed()
  local number, moments, rest = string.match(summary, '^(%d+) (%S+) (.*)$')
  if not string.find(moments, '=', 1, true) then return summary end
  local last, known = string.match(redis.call('HGET', games, game) or '', '^%S+ (%d+) (%S+)')
  if last ~= actual then return nil end
  local before, at = {}, 0
  for each in string.gmatch(known, '[^,]+') do before[#before + 1] = each end
  moments = string.gsub(moments, '[^,]+', function(each)
    at = at + 1
    return each == '=' and before[at] or each
  end)
  return number .. ' ' .. moments .. ' ' .. rest
end

local whole = summary ~= '' and completed()
if whole then redis.call('HSET', games, game, line .. ' ' .. whole) end
if change ~= '' then
  for name, order in pairs(change.written) do redis.call('HSET', orders, name, order) end
  for _, name in ipairs(change.removed) do redis.call('HDEL', orders, name) end
  for at, code in pairs(change.answered) do redis.call('HSET', answered, at, code) end
  if change.next_revision ~= change.revision then
    redis.call('HSET', orders, 'revision', change.next_revision)
  end
  if change.over then redis.call('DEL', orders, answered) end
end
if command ~= '' then redis.call('HSET', commands, command, told .. ':' .. fingerprint) end
return {'APPENDED', told .. ':' .. fingerprint}
