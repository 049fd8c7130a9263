-- Note an imported game in its owner's list, if there is room.
-- KEYS: the list. ARGV: the game, its entry and bytes, and the most games and bytes
local list = KEYS[1]
local game, entry, bytes, most, most_bytes = unpack(ARGV)
local count, sum = 1, tonumber(bytes)
local known = redis.call('HGETALL', list)
for at = 1, #known, 2 do
  if known[at] ~= game then
    count, sum = count + 1, sum + cjson.decode(known[at + 1]).bytes
  end
end
if count > tonumber(most) or sum > tonumber(most_bytes) then return 0 end
redis.call('HSET', list, game, entry)
return 1
