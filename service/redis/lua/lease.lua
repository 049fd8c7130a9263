-- Renew a worker's leases, give away parts beyond its fair share, and take free ones.
-- KEYS: the hash of the leases of one kind of work. ARGV: the worker, its process id and host, the
-- length of a lease (ms), the number of parts, 1 if the worker leaves.
-- Returns the parts that the worker now holds.
local leases = KEYS[1]
local own, about, length, parts, leaves = unpack(ARGV)
length, parts = tonumber(length), tonumber(parts)

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- A heartbeat ahead of the clock comes from before the clock was set back.
local function is_alive(heartbeat)
  return heartbeat <= now and now - heartbeat < length
end

local alive, owners = { [own] = true }, {}
local fields = redis.call('HGETALL', leases)
for at = 1, #fields, 2 do
  local kind, name = string.match(fields[at], '^(%a+):(.*)$')
  if kind == 'part' then
    owners[tonumber(name)] = fields[at + 1]
  elseif is_alive(tonumber(string.match(fields[at + 1], '^%d+'))) then
    alive[name] = true
  else
    redis.call('HDEL', leases, fields[at])
  end
end

if leaves == '1' then
  redis.call('HDEL', leases, 'worker:' .. own)
  for part, owner in pairs(owners) do
    if owner == own then redis.call('HDEL', leases, 'part:' .. part) end
  end
  return {}
end

local function fair_share()
  local names = {}
  for name in pairs(alive) do names[#names + 1] = name end
  table.sort(names)
  for rank, name in ipairs(names) do
    if name == own then
      return math.floor(parts / #names) + (rank <= parts % #names and 1 or 0)
    end
  end
end

local share, held = fair_share(), {}
for part = 0, parts - 1 do
  if owners[part] == own and #held < share then
    held[#held + 1] = part
  elseif owners[part] == own then
    redis.call('HDEL', leases, 'part:' .. part)
  end
end
for part = 0, parts - 1 do
  local owner = owners[part]
  if #held < share and not (owner and alive[owner]) then
    redis.call('HSET', leases, 'part:' .. part, own)
    held[#held + 1] = part
  end
end
redis.call('HSET', leases, 'worker:' .. own, string.format('%.0f %s', now, about))
redis.call('PEXPIRE', leases, 3600000) -- so that dead workers are listed for an hour if all are gone
return held
