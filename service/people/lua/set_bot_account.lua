-- Make a player a bot account, or change what it accepts.
-- KEYS: the player. ARGV: the account; '1' if it has to be one already.
-- Returns 1, 0 if it is not one yet, or nil without a player.
if redis.call('HEXISTS', KEYS[1], 'name') == 0 then return false end
if ARGV[2] == '1' and redis.call('HEXISTS', KEYS[1], 'bot_account') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'bot_account', ARGV[1])
return 1
