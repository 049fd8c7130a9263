-- Follow a shard's feed from one checkpoint to another, after the slices were changed.
-- KEYS: the checkpoints, the games' notices
-- ARGV: the shard, the checkpoint that the batch comes after, the new one; then by twos a game, and
--       what is to be kept of it ('' for nothing): its version and that event's hash, and in a line
--       for each notice the key of its slice's pending notices, its moment and its name there.
-- Answers 1, or 0 when the checkpoint is another: then nothing is written.
local checkpoints, games = unpack(KEYS)
local shard, after, upto = unpack(ARGV, 1, 3)
if (redis.call('HGET', checkpoints, shard) or '0-0') ~= after then return 0 end
for at = 4, #ARGV, 2 do
  if ARGV[at + 1] == '' then
    redis.call('HDEL', games, ARGV[at])
  else
    redis.call('HSET', games, ARGV[at], ARGV[at + 1])
  end
end
if upto == '0-0' then
  redis.call('HDEL', checkpoints, shard)
else
  redis.call('HSET', checkpoints, shard, upto)
end
return 1
