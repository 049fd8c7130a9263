-- Read a page of one order, or of several as if they were one, from the live generations of all
-- shards, at one moment. Only for a single server, as the keys are in many slots.
-- ARGV: the place of the page's first member, and the number of its members; the lowest and highest
-- score; 1 to begin with the highest; the number of the orders, and for each the end of its key,
-- after the generation; then for each shard the key of its read models.
-- Returns the number of members between the scores, and the page's rows.
local lowest, highest, descends = unpack(ARGV, 3, 5)
local first, count, orders = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[6])
local shards = #ARGV - 6 - orders
local size = math.floor((first + count) / (shards * orders)) + 4

local verb, from, to, sign = 'ZRANGEBYSCORE', lowest, highest, -1
if descends == '1' then verb, from, to, sign = 'ZREVRANGEBYSCORE', highest, lowest, 1 end

local function read(part)
  local key, place = part.key, part.place
  part.members = redis.call(verb, key, from, to, 'WITHSCORES', 'LIMIT', place, size)
  part.place, part.at = place + size, 1
end

-- Take a part's next member; nil past its end.
local function advance(part)
  if part.at > 2 * size then read(part) end
  local game = part.members[part.at]
  part.game, part.rank = game, game and sign * tonumber(part.members[part.at + 1])
  part.at = part.at + 2
  return game
end

-- Sorted sets compare ids by bytes, but Lua would by the server's locale.
local function is_first(one, other)
  for at = 1, math.min(#one, #other) do
    local a, b = string.byte(one, at), string.byte(other, at)
    if a ~= b then return sign * a > sign * b end
  end
  return sign * #one > sign * #other
end

local parts, total = {}, 0
for at = 7 + orders, #ARGV do
  local models = ARGV[at]
  local prefix = models .. ':' .. (redis.call('HGET', models, 'live') or '0') .. ':'
  for order = 7, 6 + orders do
    local part = { rows = prefix .. 'rows', key = prefix .. ARGV[order], place = 0 }
    read(part)
    -- Of the many orders of a selection most have no member in most shards.
    if advance(part) then
      total = total + redis.call('ZCOUNT', part.key, lowest, highest)
      parts[#parts + 1] = part
    end
  end
end

local rows = {}
for place = 0, first + count - 1 do
  local next, best = 1, parts[1]
  if not best then break end
  for at = 2, #parts do
    local part = parts[at]
    if part.rank > best.rank or part.rank == best.rank and is_first(part.game, best.game) then
      next, best = at, part
    end
  end
  if place >= first then rows[#rows + 1] = redis.call('HGET', best.rows, best.game) end
  if not advance(best) then table.remove(parts, next) end
end
return { total, rows }
