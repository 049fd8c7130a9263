-- Replace a value unless another change came first.
-- KEYS: the value. ARGV: the value as it was read, or nothing; the new one, or nothing to delete it;
-- milliseconds until it ends by itself, or 0. Returns 1 or 0.
local present = redis.call('GET', KEYS[1]) or ''
if present == ARGV[2] then return 1 end -- sent again
if present ~= ARGV[1] then return 0 end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
elseif ARGV[3] == '0' then
  redis.call('SET', KEYS[1], ARGV[2])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return 1
