-- Run commands on the live generations of shards, all at one moment. Only for a single server, as
-- the keys are in many slots.
-- ARGV: for each command the number of its words and of its shards; these words, the second of which
-- is the end of the key, after the generation; and for each shard the key of its read models.
-- Returns the replies of each command's shards, in order.
local replies, prefixes = {}, {}
local function prefix_of(models)
  local prefix = prefixes[models]
  if not prefix then
    prefix = models .. ':' .. (redis.call('HGET', models, 'live') or '0') .. ':'
    prefixes[models] = prefix
  end
  return prefix
end

local at = 1
while at <= #ARGV do
  local first = at + 2 + tonumber(ARGV[at])
  local words, name = { unpack(ARGV, at + 2, first - 1) }, ARGV[at + 3]
  at = first + tonumber(ARGV[at + 1])
  for place = first, at - 1 do
    words[2] = prefix_of(ARGV[place]) .. name
    replies[#replies + 1] = redis.call(unpack(words))
  end
end
return replies
