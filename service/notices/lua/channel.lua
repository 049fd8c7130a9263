-- Write a player's channel.
-- KEYS: their channels
-- ARGV: the channel's id, the channel as JSON, the most channels of a player, the expected present
--       channel as JSON ("" for any)
-- Returns 1, 0 if the present channel is another, -1 if the player has too many.
local channels = KEYS[1]
local id, channel, most, known = unpack(ARGV)
local present = redis.call('HGET', channels, id)
if present == channel then return 1 end -- sent again
if known ~= '' and present ~= known then return 0 end
if not present and redis.call('HLEN', channels) >= tonumber(most) then return -1 end
redis.call('HSET', channels, id, channel)
return 1
