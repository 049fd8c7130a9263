-- Move a feed aside, and put a note in its place. KEYS: the feed, its key aside. ARGV: the note.
if redis.call('TYPE', KEYS[1]).ok == 'stream' then redis.call('RENAME', KEYS[1], KEYS[2]) end
redis.call('SET', KEYS[1], ARGV[1])
