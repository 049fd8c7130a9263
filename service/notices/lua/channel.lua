-- Write a player's channel, and keep the index of confirmed e-mail addresses right.
-- KEYS: the player, their channels, the players of the channel's address
-- ARGV: the channel's id, the channel as JSON, the player's id, "1" where the address is confirmed,
--       the most channels of a player, what the channel has to be now, as JSON ("" for anything)
-- Answers 1, 0 where it is another now, -1 where the player has too many, -2 where the player has
-- left.
local player, channels, address = unpack(KEYS)
local id, channel, name, confirmed, most, known = unpack(ARGV, 1, 6)
if redis.call('HEXISTS', player, 'name') == 0 then return -2 end
local present = redis.call('HGET', channels, id)
if known ~= '' and present ~= known then return 0 end
if not present and redis.call('HLEN', channels) >= tonumber(most) then return -1 end
redis.call('HSET', channels, id, channel)
if confirmed == '1' then
  redis.call('SADD', address, name)
else
  redis.call('SREM', address, name)
end
return 1
