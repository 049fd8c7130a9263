-- Add a scoped token to its player's, and delete those that have ended.
-- KEYS: the player. ARGV: the token's hash, the token as JSON, the present time, the most tokens.
-- Returns 1 if it is there, 0 if there are too many, nil without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return false end
if redis.call('HEXISTS', KEYS[1], 'named:' .. ARGV[1]) == 1 then return 1 end -- sent again
-- Tokens of another account token are void: an older release replaced it and left them.
local account = redis.call('HGET', KEYS[1], 'token') or ''
local is_current = redis.call('HGET', KEYS[1], 'named_under') == account
local kept = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  local hash = string.match(field, '^named:(.*)$')
  if hash then
    -- Times are written alike, so their order is that of their texts.
    local stored = redis.call('HGET', KEYS[1], field)
    if not is_current or cjson.decode(stored).expires_at <= ARGV[3] then
      redis.call('HDEL', KEYS[1], field, 'used:' .. hash)
    else
      kept = kept + 1
    end
  end
end
if kept >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], 'named:' .. ARGV[1], ARGV[2], 'named_under', account)
return 1
