-- Note a batch's changes of a shard's games, and move its checkpoint: both or neither.
-- KEYS: the checkpoint, the games. ARGV: the checkpoint before the batch, the new one, then
-- for each changed game its id and its lines (empty: it is gone).
-- Returns 1, or 0 if the checkpoint is another one: then nothing is written.
local checkpoint, games = unpack(KEYS)
local after, upto = unpack(ARGV, 1, 2)
if (redis.call('GET', checkpoint) or '0-0') ~= after then return 0 end

for at = 3, #ARGV, 2 do
  if ARGV[at + 1] == '' then
    redis.call('HDEL', games, ARGV[at])
  else
    redis.call('HSET', games, ARGV[at], ARGV[at + 1])
  end
end
if upto == '0-0' then
  redis.call('DEL', checkpoint)
else
  redis.call('SET', checkpoint, upto)
end
return 1
