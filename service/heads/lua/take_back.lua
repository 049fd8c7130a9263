-- Take the log back to the leaves before a gap, unless another process has filled it meanwhile.
-- KEYS: the log's size, the feeds' checkpoints, the tile that is too short
-- ARGV: the expected size, the new one, the tile's length
-- Returns 1 if it was taken back. The tile is compared, too, as the log may have its old size again.
if tonumber(redis.call('GET', KEYS[1]) or '0') ~= tonumber(ARGV[1]) then return 0 end
if redis.call('STRLEN', KEYS[3]) ~= tonumber(ARGV[3]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('DEL', KEYS[2])
return 1
