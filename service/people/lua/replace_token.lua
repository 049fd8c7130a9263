-- Make a token the only one of its player: scoped tokens end, too.
-- KEYS: the player. ARGV: the token's hash, its device.
-- Returns the hashes of the tokens that are now void, nil without a player: the last 24, as an
-- earlier attempt may not have deleted its own (a hash and its blank have 65 characters).
local old = redis.call('HGET', KEYS[1], 'token')
if not old or redis.call('HEXISTS', KEYS[1], 'name') == 0 then return false end
local void = redis.call('HGET', KEYS[1], 'void') or ''
if old ~= ARGV[1] then
  local gone = redis.call('HGET', KEYS[1], 'sessions') or ''
  if old ~= '' then gone = gone .. ' ' .. old end
  void = string.sub(void .. gone, -1560)
  redis.call('HSET', KEYS[1], 'token', ARGV[1], 'void', void, 'sessions', '')
  redis.call('HSET', KEYS[1], 'device:' .. ARGV[1], ARGV[2])
  for hash in string.gmatch(gone, '%S+') do
    redis.call('HDEL', KEYS[1], 'device:' .. hash, 'seen:' .. hash)
  end
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.find(field, '^named:') or string.find(field, '^used:') then
      redis.call('HDEL', KEYS[1], field)
    end
  end
end
return void
