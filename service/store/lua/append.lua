-- Append all the events given, or none: every check comes before the first write.
-- KEYS: the game's stream; its recent command ids; those kept permanently; its shard's feed; its
--       standing orders; the codes of the orders that caused its events, by version; the summaries
--       of its shard's games; these games by the time of their last line; the last line of the feed
--       up to which each game has its newest summary; the shard's broken games; those that the host
--       has closed; and a key to write to
-- ARGV: version of the first event; expected hash of the head (bytes); packed command id; "1" to
--       keep it permanently; packed fingerprint; game id; "1" if replicas must confirm; the version
--       that answers the command; the change of orders as JSON ("-" if there were none and are none,
--       "" if they play no part); the game's new summary ("" for none); then for each event its
--       entry and its hash in bytes (version 0 and no event: only a known command is answered)
local stream, recent, kept, feed, orders, answered, games, changed, settled, broken, closed, check =
  unpack(KEYS, 1, 12)
local first, prev, command, keep, fingerprint, game, confirm, told, change, summary =
  unpack(ARGV, 1, 10)
local WEEK = 7 * 24 * 3600

-- A setting that would lose the events is noticed here, in the append itself: checks from outside
-- come too late. Scripts may not call CONFIG. INFO takes 10 µs; some users may not call it, and then
-- only the checks from outside notice.
local about = redis.pcall('INFO', 'persistence', 'memory')
if type(about) == 'string' then
  if string.find(about, 'aof_enabled:0', 1, true) then return {'UNSAFE', 'appendonly no'} end
  local policy = string.match(about, 'maxmemory_policy:(%S+)') or 'noeviction'
  if policy ~= 'noeviction' then return {'UNSAFE', 'maxmemory-policy ' .. policy} end
end

-- WAIT covers only a connection's own writes, so an answer that records nothing writes this key: a
-- master that was replaced might not know the command.
if confirm == '1' then redis.call('SET', check, '1') end

for _, ids in ipairs({recent, kept}) do
  local known = command ~= '' and redis.call('HGET', ids, command)
  if known then return {'REPEATED', known} end
end

local broken_at = redis.call('HGET', broken, game)
if broken_at then return {'BROKEN', broken_at} end
-- A closed game takes no events; its orders may still be withdrawn.
local closing = #ARGV > 10 and redis.call('HGET', closed, game)
if closing then return {'CLOSED', closing} end

local actual, hash = '0', string.rep('\0', 32)
local head = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
if head then
  actual = string.match(head[1], '^%d+')
  local entry = head[2][2] -- if it is not packed, no event can follow it
  hash = string.byte(entry) == 2 and string.sub(entry, 2, 33) or ''
end
if tonumber(first) ~= tonumber(actual) + 1 or prev ~= hash then
  return {'WRONGVERSION', actual}
end
if change == '-' then
  if redis.call('HEXISTS', orders, 'revision') == 1 then return {'ORDERSCHANGED', actual} end
  change = ''
elseif change ~= '' then
  change = cjson.decode(change)
  if (redis.call('HGET', orders, 'revision') or '') ~= change.revision then
    return {'ORDERSCHANGED', actual}
  end
  redis.call('HLEN', answered)
end
local told_before = redis.call('XREVRANGE', feed, '+', '-', 'COUNT', 1)[1]
local is_settled = (redis.call('GET', settled) or '0-0') == (told_before and told_before[1] or '0-0')
redis.call('HLEN', games)
redis.call('ZCARD', changed) -- these reads fail for keys of another type, before the first write

local version, line = actual, ''
for at = 11, #ARGV, 2 do
  version = string.format('%d', version + 1)
  redis.call('XADD', stream, version .. '-0', 'e', ARGV[at])
  line = redis.call('XADD', feed, '*', 'game', game, 'version', version, 'h', ARGV[at + 1])
end

-- Return the summary with each "=" replaced by the same moment of the summary before; nil if that one
-- is missing.
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
if whole then
  redis.call('HSET', games, game, line .. ' ' .. whole)
  redis.call('ZADD', changed, string.match(line, '^%d+'), game)
  if is_settled then redis.call('SET', settled, line) end
end
if change ~= '' then
  for name, order in pairs(change.written) do redis.call('HSET', orders, name, order) end
  for _, name in ipairs(change.removed) do redis.call('HDEL', orders, name) end
  for at, code in pairs(change.answered) do redis.call('HSET', answered, at, code) end
  if change.next_revision ~= change.revision then
    redis.call('HSET', orders, 'revision', change.next_revision)
  end
  if change.over then redis.call('DEL', orders, answered) end
end
if command ~= '' then
  redis.call('HSET', keep == '1' and kept or recent, command, told .. fingerprint)
  redis.call('EXPIRE', recent, WEEK)
end
return {'APPENDED', told .. fingerprint}
