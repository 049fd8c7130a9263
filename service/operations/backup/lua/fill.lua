-- Append the entries that streams lack; safe to repeat.
-- KEYS: streams in one slot. ARGV: for each entry the number of its stream, its id, how many fields
-- and values it has, and these. The entries of a stream come in order.
local function place(id)
  local time, number = string.match(id, '^(%d+)-(%d+)$')
  return { tonumber(time), tonumber(number) }
end

local function end_of(stream)
  local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  return last and place(last[1]) or { -1, -1 }
end

local function is_after(id, last)
  local own = place(id)
  return own[1] > last[1] or (own[1] == last[1] and own[2] > last[2])
end

local ends, lacks, at = {}, {}, 1
while at <= #ARGV do
  local number, id, parts = tonumber(ARGV[at]), ARGV[at + 1], tonumber(ARGV[at + 2])
  local stream = KEYS[number]
  if not lacks[number] then
    ends[number] = ends[number] or end_of(stream)
    lacks[number] = is_after(id, ends[number]) -- then it lacks all that follow, too
  end
  if lacks[number] then
    redis.call('XADD', stream, id, unpack(ARGV, at + 3, at + 2 + parts))
  end
  at = at + 3 + parts
end
