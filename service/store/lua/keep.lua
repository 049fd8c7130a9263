-- Keep a game's summary unless a newer one is kept.
-- KEYS: the summaries of a shard's games. ARGV: the game, its version, the line of the feed that
-- tells of it and the summary, as append.lua joins them.
local known = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if tonumber(string.match(known, '^%S+ (%d+)') or 0) <= tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
