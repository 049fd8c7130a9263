"""The metrics of the service, each declared once; the handbook has a table of them."""

from service.telemetry.series import SLOW, Family

PROCESSES = Family(
    "gauge", "processes", "Processes that run, by their work.", ("kind",), mode="livesum"
)
MEMORY = Family(
    "gauge", "resident_bytes", "Memory of the processes, by their work.", ("kind",), mode="livesum"
)
REQUESTS = Family(
    "histogram",
    "http_request_seconds",
    "Requests answered, by resource and class of status; of a stream until its first bytes.",
    ("resource", "status"),
    bounds=SLOW,
)
STREAMS = Family("gauge", "streams", "Streams and long polls that are open.", mode="livesum").of()
APPEND_RESULTS = (
    "ok",
    "repeated",
    "conflict",
    "orders_changed",
    "broken",
    "closed",
    "unconfirmed",
    "unavailable",
    "failed",
)
APPENDS = Family(
    "counter",
    "appends_total",
    "Appends of a command's events, by result. conflict: another event came between.",
    ("result",),
).each(APPEND_RESULTS)
EVENTS = Family("counter", "events_total", "Events that were appended.").of()
APPEND_SECONDS = Family(
    "histogram", "append_seconds", "Time until the store has answered an append."
).of()
RESENT = Family(
    "counter", "store_writes_resent_total", "Writes that the store did not answer, sent again."
).of()
DECIDE_SECONDS = Family("histogram", "decide_seconds", "Time to decide a command.").of()
FOLD_SECONDS = Family(
    "histogram", "fold_seconds", "Time to fold events of a record that were read into a game."
).of()
CACHE_HITS = Family("counter", "game_cache_hits_total", "Games found in a process's cache.").of()
CACHE_MISSES = Family(
    "counter", "game_cache_misses_total", "Games opened by a snapshot or their record."
).of()
CACHE_BYTES = Family(
    "gauge",
    "game_cache_bytes",
    "Memory of cached games.",
    ("kind",),
    mode="livesum",
)
CACHE_GAMES = Family("gauge", "game_cache_games", "Games cached.", ("kind",), mode="livesum")
BOT_MOVES = Family("counter", "bot_moves_total", "Moves made by bots.").of()
BOT_FAULTS = Family("counter", "bot_faults_total", "Turns at which a bot failed.").of()
NOTICES = Family(
    "counter", "notice_attempts_total", "Attempts to deliver a notice.", ("channel", "outcome")
)
ROUNDS = Family("counter", "worker_rounds_total", "Rounds of a worker's work.", ("work",))
ROUND_FAULTS = Family(
    "counter", "worker_faults_total", "Rounds of a worker's work that failed.", ("work",)
)
VERIFIED_RECORDS = Family("counter", "verified_records_total", "Records verified.").of()
VERIFIED_EVENTS = Family("counter", "verified_events_total", "Events verified.").of()
HEADS_RECORDED = Family("counter", "heads_recorded_total", "Heads added to the public log.").of()
ARCHIVED_GAMES = Family("counter", "archived_games_total", "Finished games archived.").of()
ARCHIVED_BYTES = Family(
    "counter", "archived_bytes_total", "Bytes of the blocks in which games were archived."
).of()
LOG_LINES = Family(
    "counter", "log_lines_total", "Lines of the log, by level.", ("level",), at_once=True
).each(("warning", "error", "critical"))

SURVEYED = Family(
    "gauge", "surveyed_timestamp_seconds", "When a worker last looked at the store.", mode="max"
).of()


def _level(name: str, text: str, labels: tuple[str, ...] = ()) -> Family:
    """Return a level of the store."""
    # Each worker sets it, and the highest value counts: so it is there even if a worker hangs.
    return Family("gauge", name, text, labels, mode="livemax")


LAG_LINES = _level(
    "feed_lag_lines",
    "Lines of the feeds not yet followed, at most 1,000 of each shard.",
    ("follower",),
)
LAG_SECONDS = _level("feed_lag_seconds", "Age of the oldest line not yet followed.", ("follower",))
WORKERS = _level("workers", "Workers that share the read models.").of()
BOTS_WAITING = _level("bots_waiting_games", "Games that wait for a bot.", ("order",))
BOTS_WAITING_SECONDS = _level(
    "bots_waiting_seconds", "Time for which the oldest of them has waited.", ("order",)
)
NOTICES_PENDING = _level("notices_pending", "Notices whose moment has not come.").of()
NOTICES_LATE_SECONDS = _level(
    "notices_late_seconds", "Time past the moment of the oldest notice."
).of()
DELIVERIES_LATE_SECONDS = _level(
    "deliveries_late_seconds", "Time past the moment of the oldest delivery."
).of()
BROKEN_GAMES = _level("broken_games", "Games with broken or disputed records.", ("kind",))
VERIFIED_AGE_SECONDS = _level(
    "verified_age_seconds", "Time since the oldest complete walk of the verifier, over all shards."
).of()
GAMES = _level("games", "Games in the store.").of()
HEAD_LOG_LEAVES = _level("head_log_leaves", "Leaves of the heads' log.").of()
STORE_MEMORY = _level("store_memory_bytes", "Memory of the store's fullest master.").of()
STORE_MEMORY_LIMIT = _level(
    "store_memory_limit_bytes", "The maxmemory of that master; 0 is no limit."
).of()
BACKUP_TIME = _level(
    "backup_timestamp_seconds", "When the newest backup was taken; 0 if none is known."
).of()
