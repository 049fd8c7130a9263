-- Note something about a player's token, unless it was signed out: it must not come back.
-- KEYS: the player. ARGV: the token's hash, the kind of note, the note.
local sessions = redis.call('HGET', KEYS[1], 'sessions') or ''
local is_own = redis.call('HGET', KEYS[1], 'token') == ARGV[1]
if not is_own and not string.find(sessions, ARGV[1], 1, true) then return end
local field = ARGV[2] .. ':' .. ARGV[1]
if redis.call('HGET', KEYS[1], field) ~= ARGV[3] then
  redis.call('HSET', KEYS[1], field, ARGV[3])
end
-- The note ends with the session, but not the day on which the account was last used.
if ARGV[2] == 'seen' and (redis.call('HGET', KEYS[1], 'last_used') or '') < ARGV[3] then
  redis.call('HSET', KEYS[1], 'last_used', ARGV[3])
end
