-- Add a session's token to the player's: 16 are kept, each a blank and a hash of 64 characters.
-- KEYS: the player. ARGV: the token's hash, its device.
-- Returns the hashes of the tokens that it replaces, nil without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return false end
local sessions = redis.call('HGET', KEYS[1], 'sessions') or ''
if string.find(sessions, ARGV[1], 1, true) then return '' end -- sent again
sessions = sessions .. ' ' .. ARGV[1]
local gone = string.sub(sessions, 1, -1041)
redis.call('HSET', KEYS[1], 'sessions', string.sub(sessions, -1040))
redis.call('HSET', KEYS[1], 'device:' .. ARGV[1], ARGV[2])
for hash in string.gmatch(gone, '%S+') do
  redis.call('HDEL', KEYS[1], 'device:' .. hash, 'seen:' .. hash)
end
return gone
