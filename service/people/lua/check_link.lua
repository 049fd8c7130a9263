-- Check a sign-in link against a browser's secret and a code; each wrong code counts.
-- KEYS: the link. ARGV: the hashes of the secret and of the code ('' for none), the time (ms), the
-- number of wrong codes that void it, the attempt's own id. Returns good, elsewhere (its code is
-- needed), wrong or void.
local browser, code, till, last =
  unpack(redis.call('HMGET', KEYS[1], 'browser', 'code', 'until', 'attempt'))
if not browser or tonumber(ARGV[3]) > tonumber(till) then return 'void' end
if browser == ARGV[1] or code == ARGV[2] then return 'good' end
if ARGV[2] == '' then return 'elsewhere' end
if last == ARGV[5] then return 'wrong' end -- sent again
redis.call('HSET', KEYS[1], 'attempt', ARGV[5])
if redis.call('HINCRBY', KEYS[1], 'tries', 1) < tonumber(ARGV[4]) then return 'wrong' end
redis.call('DEL', KEYS[1])
return 'void'
