-- Replace a shard's live generation by the shadow, unless readers would go back in time.
-- KEYS: the shard's read models, and the set of generations to be deleted. ARGV: the shadow
-- generation, and 1 to replace it in any case, as the live one holds events that no feed has.
-- Returns 1 if it is done, 0 if the shadow is behind, -1 if another rebuild has begun.
local models, retired = unpack(KEYS)
local generation, forced = unpack(ARGV)
if redis.call('HGET', models, 'live') == generation then
  return 1 -- sent again
end
if redis.call('HGET', models, 'shadow') ~= generation then
  return -1
end

local function order(mark)
  local time, sequence = string.match(mark, '^(%d+)%-(%d+)')
  return tonumber(time), tonumber(sequence)
end

local old = redis.call('HGET', models, 'live') or '0'
local reached = redis.call('HGET', models, 'at:' .. old)
if reached and forced ~= '1' then
  -- Games may be ahead of the live checkpoint, by a line that it names, too.
  local time, sequence = order(string.match(reached, '|(.+)') or reached)
  local own_time, own_sequence = order(redis.call('HGET', models, 'at:' .. generation) or '0-0')
  if own_time < time or (own_time == time and own_sequence < sequence) then
    return 0
  end
end
redis.call('HSET', models, 'live', generation)
redis.call('HDEL', models, 'shadow')
redis.call('SADD', retired, old)
return 1
