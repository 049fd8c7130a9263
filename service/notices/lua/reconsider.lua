-- Make pending notices due whose players have changed a setting: a page of the slice's.
-- KEYS: the slice's pending notices, the players by the moment up to which theirs were made due
-- ARGV: the present moment, the notices of a page, the most to answer
-- Answers notices that are due then, the longest due first.
local pending, changed = unpack(KEYS)
local now, page, limit = unpack(ARGV)
local function moment(score) return score and string.format('%.0f', tonumber(score)) end

-- By chance: a player who changes settings again and again holds up nobody else.
local player = redis.call('ZRANDMEMBER', changed, 1)[1]
if not player then return {} end -- forgotten just now; the next call answers
local first = moment(redis.call('ZSCORE', changed, player))
local after = '(' .. first
if tonumber(first) < tonumber(now) then first, after = '-inf', '(' .. now end
local rest = redis.call('ZRANGEBYSCORE', pending, after, '+inf', 'WITHSCORES', 'LIMIT', page, 1)
local last = moment(rest[2])

local served = {[player] = true}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', changed, first, last or '+inf', 'LIMIT', 0, page)) do
  served[name] = true
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', pending, after, last or '+inf')) do
  if served[string.match(member, '^%S+')] then redis.call('ZADD', pending, now, member) end
end
for name in pairs(served) do
  if last then redis.call('ZADD', changed, last, name) else redis.call('ZREM', changed, name) end
end
return redis.call('ZRANGEBYSCORE', pending, '-inf', now, 'LIMIT', 0, limit)
