-- Write a player's channel, and keep the index of confirmed e-mail addresses right.
-- KEYS: the player, their channels, the players of the channel's address
-- ARGV: the channel's id, the channel as JSON, the player's id, "1" where the address is confirmed,
--       the most channels of a player, "1" where the channel has to be there already
-- Answers 1, 0 where it is not there, -1 where the player has too many, -2 where the player has left.
local player, channels, address = unpack(KEYS)
local id, channel, name, confirmed, most, known = unpack(ARGV)
if redis.call('HEXISTS', player, 'name') == 0 then return -2 end
local is_there = redis.call('HEXISTS', channels, id) == 1
if known == '1' and not is_there then return 0 end
if not is_there and redis.call('HLEN', channels) >= tonumber(most) then return -1 end
redis.call('HSET', channels, id, channel)
if confirmed == '1' then
  redis.call('SADD', address, name)
else
  redis.call('SREM', address, name)
end
return 1
