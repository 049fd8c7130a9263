-- Let the shadow generation take the live one's place, unless a reader would go back in time.
-- KEYS: the pointers to the live and the shadow generation, and the set of generations to be
-- deleted. ARGV: the prefix of the generations' keys, the shadow generation, and 1 to let it take
-- the place in any case: the live one tells of what no feed holds.
-- Answers 1 when it is done, 0 when the shadow is behind, -1 when another rebuild has begun.
local live, shadow, retired = unpack(KEYS)
local prefix, generation, forced = unpack(ARGV)
if redis.call('GET', shadow) ~= generation then
  return -1
end

local function order(mark)
  local time, sequence = string.match(mark, '^(%d+)%-(%d+)')
  return tonumber(time), tonumber(sequence)
end

local old = redis.call('GET', live) or '0'
local reached = redis.call('HGETALL', prefix .. old .. ':checkpoints')
if forced == '1' then
  reached = {}
end
for at = 1, #reached, 2 do
  -- Games may be ahead of the live checkpoint, as of a line that it names too.
  local time, sequence = order(string.match(reached[at + 1], '|(.+)') or reached[at + 1])
  local checkpoint = redis.call('HGET', prefix .. generation .. ':checkpoints', reached[at])
  local own_time, own_sequence = order(checkpoint or '0-0')
  if own_time < time or (own_time == time and own_sequence < sequence) then
    return 0
  end
end
redis.call('SET', live, generation)
redis.call('DEL', shadow) -- the pointer alone, not what it pointed to
redis.call('SADD', retired, old)
return 1
