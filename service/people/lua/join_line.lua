-- Take the next free place in the line of new players, each an interval after the one before.
-- KEYS: the line. ARGV: the time (ms); the interval; the interval of the whole bound, within which
-- nobody waits; the longest wait; the place's own id.
-- Returns the time (ms) of the place, which is past for who need not wait, or -1 if the line is full.
local now, interval = tonumber(ARGV[1]), tonumber(ARGV[2])
local due, last, time = unpack(redis.call('HMGET', KEYS[1], 'due', 'last', 'time'))
if last == ARGV[5] then return time end -- sent again
due = math.max(tonumber(due) or 0, now)
local place = due + interval - tonumber(ARGV[3])
if place - now > tonumber(ARGV[4]) then return '-1' end
due, place = string.format('%.0f', due + interval), string.format('%.0f', place)
redis.call('HSET', KEYS[1], 'due', due, 'last', ARGV[5], 'time', place)
redis.call('PEXPIRE', KEYS[1], due - ARGV[1] + 1000)
return place
