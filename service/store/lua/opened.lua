-- Read a game's snapshot, the events that it needs, and the record from the snapshot's event on.
-- KEYS: the game's stream and its snapshot. ARGV: the key of readable snapshots, and the most entries
--       of the record
-- Returns the snapshot, the entries of the events that created and opened the game, and the record.
-- If no snapshot is readable: '', no such entries, and the record from its start.
local stream, snapshot = unpack(KEYS)
local kept = redis.call('GET', snapshot) or ''
local key, version, start = string.match(kept, '^(%S+) (%d+) (%d+) ')
if key ~= ARGV[1] then
  return { '', {}, redis.call('XRANGE', stream, '-', '+', 'COUNT', ARGV[2]) }
end
local first = {}
for place, id in ipairs({ '1-0', start .. '-0' }) do
  first[place] = redis.call('XRANGE', stream, id, id)[1]
end
return { kept, first, redis.call('XRANGE', stream, version .. '-0', '+', 'COUNT', ARGV[2]) }
