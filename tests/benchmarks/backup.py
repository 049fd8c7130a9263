"""(w) Backup and restore of many games: time, CPU, size, and how long the server is held up."""

import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from domain.record.record import encode
from service.game.ids import new_game_id
from service.operations.backup.creation import BackupRequest, Taken, take
from service.operations.backup.moving import move
from service.operations.backup.places import Empty
from service.operations.backup.reading import BackupFile
from service.operations.backup.restoring import restore
from service.operations.backup.retirement import StoreNames
from service.redis.shards import shard_of
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore, feed_key, stream_key
from service.store.summaries import summaries_key
from tests import fixtures
from tests.benchmarks.measuring import heading, row, within

GAMES, EVENTS = 1_000, 200
SLOW_MS = 10
"""The server's time for one command that a player would feel."""
MOST_MINUTES = 10.0
"""For 100,000 games, by the CPU that both sides take one after the other."""
SECRET = re.compile(rb"[0-9a-f]{64}")
MOST_STOPPED = 1.0


def bench_backup(games: int = GAMES) -> None:
    """Games of every ruleset on one server, into a file and from it into another server."""
    heading(
        f"(w) backup and restore of {games:,} games of {EVENTS} events",
        "a bare read asks for the same entries and does nothing with them",
    )
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        EmbeddedServer(Path(folder, "from")) as server,
        EmbeddedServer(Path(folder, "to")) as target,
    ):
        source, empty = RedisStore.of_url(server.url), RedisStore.of_url(target.url)
        events = _fill(source, games)
        _hurry(source)
        bare = _timed("bare read", events, source, lambda: _read_all(source))
        files = [Path(folder, name) for name in ("first", "second")]
        ours = _timed("backup", events, source, lambda: _take(source, files[0]))
        row("  times the CPU of a bare read", f"{ours / bare:.1f}")
        _tell_whole("backup", ours, games)
        _tell_size(source, files[0], events)
        _tell_slow(source)
        _timed(
            "the next one, nothing new", events, source, lambda: _take(source, files[1], files[0])
        )
        row("  its size", f"{files[1].stat().st_size / 1e6:.1f} MB", "the index of all heads")
        empty.client.config_set("appendfsync", "everysec")  # as for a new folder
        theirs = _timed("restore", events, empty, lambda: _restore(files, empty))
        _tell_whole("restore", theirs, games)
        empty.client.flushall()
        moved = move(
            source.client, Empty(empty.client), StoreNames("here", "there"), lambda _: None
        )
        row("move", f"{moved.seconds:.1f} s", f"{events / moved.seconds:,.0f} events/s")
        within("  seconds in which nothing is recorded", moved.stop, MOST_STOPPED)


def _fill(store: RedisStore, games: int) -> int:
    """Record games; each has hashes and secrets of its own, as true ones have."""
    client: Any = store.client
    client.config_set("appendfsync", "no")
    stories, count = [list(map(encode, events)) for events in _records()], 0
    for number in range(games):
        game, story = new_game_id(), stories[number % len(stories)]
        pipeline = client.pipeline(transaction=False)
        for version, entry in enumerate(_own(story), start=1):
            pipeline.xadd(stream_key(game), {"e": entry}, id=f"{version}-0")
            line = {"game": game, "version": version, "h": entry[1:33]}
            pipeline.xadd(feed_key(shard_of(game)), line)
        pipeline.hset(summaries_key(shard_of(game)), game, b"0-0 %d x" % len(story))
        pipeline.execute()
        count += len(story)
    return count


def _own(story: list[bytes]) -> Iterator[bytes]:
    before = bytes(32)
    for entry in story:
        own = secrets.token_bytes(32)
        fields = SECRET.sub(lambda _: secrets.token_hex(32).encode(), entry[65:])
        yield entry[:1] + own + before + fields
        before = own


def _records() -> Iterator[list[Any]]:
    for ruleset in ("alexandros", "settlers", "alexander_the_great"):
        for path in fixtures.fixtures(ruleset):
            events = fixtures.events_of(fixtures.load(path))
            if len(events) >= EVENTS:
                yield events[:EVENTS]


def _read_all(store: RedisStore) -> None:
    for key in store.client.scan_iter(match="*:ev", count=1000):
        store.client.xrange(key)


def _take(store: RedisStore, path: Path, older: Path | None = None) -> Taken:
    request = BackupRequest(path, BackupFile(older) if older else None)
    return take(store.client, request, lambda _: None)


def _restore(files: list[Path], store: RedisStore) -> None:
    restore([BackupFile(path) for path in files], Empty(store.client), lambda _: None)


def _timed(name: str, events: int, store: RedisStore, task: Callable[[], object]) -> float:
    """Print the cost of a task; return its CPU seconds, here and in the server."""
    own, theirs, start = process_time(), _server_seconds(store), perf_counter()
    task()
    wall = perf_counter() - start
    own, theirs = process_time() - own, _server_seconds(store) - theirs
    told = f"{own:.1f} s of CPU here, {theirs:.1f} s in the server; {events / wall:,.0f} events/s"
    row(name, f"{wall:.1f} s", told)
    return own + theirs


def _tell_whole(name: str, seconds: float, games: int) -> None:
    minutes = seconds / games * 100_000 / 60
    within(f"  minutes of CPU to {name} 100,000 games", minutes, MOST_MINUTES)


def _server_seconds(store: RedisStore) -> float:
    told: Any = store.client.info("cpu")
    return float(told["used_cpu_user"]) + float(told["used_cpu_sys"])


def _tell_size(store: RedisStore, path: Path, events: int) -> None:
    told: Any = store.client.info("memory")
    size, memory = path.stat().st_size, told["used_memory_dataset"]
    row("size", f"{size / 1e6:.1f} MB", f"{size / events:.0f} B an event")
    row("  of the server's memory", f"{size / memory:.2f}", f"{memory / 1e6:.0f} MB")


def _hurry(store: RedisStore) -> None:
    client: Any = store.client
    client.config_set("slowlog-log-slower-than", str(SLOW_MS * 1000))
    client.slowlog_reset()


def _tell_slow(store: RedisStore) -> None:
    client: Any = store.client
    slow = [entry["duration"] / 1000 for entry in client.slowlog_get(100)]
    longest = f"longest {max(slow):.0f} ms" if slow else ""
    row(f"commands of the backup above {SLOW_MS} ms", str(len(slow)), longest)


if __name__ == "__main__":
    bench_backup(int(sys.argv[1]))
