-- Keep a game's summary unless a newer one is kept.
-- KEYS: the summaries of a shard's games, and these games by the time of their last line.
-- ARGV: the game, its version, the time of its line, and its line in the feed with the summary,
-- joined as append.lua does.
local games, changed = unpack(KEYS)
local game, version, at, summary = unpack(ARGV)
local known = redis.call('HGET', games, game) or ''
if tonumber(string.match(known, '^%S+ (%d+)') or 0) <= tonumber(version) then
  redis.call('HSET', games, game, summary)
  redis.call('ZADD', changed, at, game)
end
