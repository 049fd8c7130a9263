-- Forget who made a report, and what they wrote; the count stays.
-- KEYS: the line, its reporters. ARGV: the reporter, the most texts.
redis.call('SREM', KEYS[2], ARGV[1])
for place = 1, tonumber(ARGV[2]) do
  local text = redis.call('HGET', KEYS[1], 'text:' .. place)
  if text and string.sub(text, 1, #ARGV[1] + 1) == ARGV[1] .. ' ' then
    redis.call('HDEL', KEYS[1], 'text:' .. place)
  end
end
return 1
