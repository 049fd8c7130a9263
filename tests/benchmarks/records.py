"""(o) Memory of a record: stream, command ids, feed lines, summary, by the JSON of its events."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from domain.record.record import Event, encode
from projections.summary import summary_after
from service.game.ids import new_game_id
from service.game.repeats import Command
from service.redis.shards import SHARDS
from service.server.embedded import EmbeddedServer
from service.store.append_script import recent_key
from service.store.contract import Append
from service.store.redis_store import RedisStore, feed_key, stream_key
from service.store.summaries import summary_keys
from tests import fixtures
from tests.benchmarks.measuring import heading, row

RULESETS = ("alexandros", "settlers", "alexander_the_great")
GAMES, EVENTS = 40, 200
AIM = 1.4


def bench_records() -> None:
    """Games of every ruleset, each event by a command as the clients send them."""
    heading(f"(o) memory of records in the server, {GAMES} games of {EVENTS} events a ruleset")
    each_ruleset(_tell)


def each_ruleset(tell: Callable[[str, RedisStore], None]) -> None:
    """Report on every ruleset, each with an empty store on a server of its own."""
    for ruleset in RULESETS:
        with (
            tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
            EmbeddedServer(Path(folder)) as server,
        ):
            tell(ruleset, RedisStore.of_url(server.url))


def _tell(ruleset: str, store: RedisStore) -> None:
    empty = used(store)
    games = dict(_recorded(store, ruleset))
    raw, events = sum(games.values()), GAMES * EVENTS
    parts = {
        "stream": _memory(store, map(stream_key, games)),
        "command ids": _memory(store, map(recent_key, games)),
        "feed lines": _memory(store, map(feed_key, range(SHARDS))),
        "newest summaries": _memory(store, (key for n in range(SHARDS) for key in summary_keys(n))),
    }
    row(ruleset, f"{raw / events:.0f} B", "raw JSON an event")
    for name, size in parts.items():
        row(f"  {name}", f"{size / events:.0f} B", f"{size / raw:.2f} of the raw JSON")
    whole, lasting = sum(parts.values()), sum(parts.values()) - parts["command ids"]
    met = "met" if whole <= AIM * raw else "NOT MET"
    row("  together", f"{whole / events:.0f} B", f"{whole / raw:.2f}, aim {AIM}: {met}")
    row("  a week after", f"{lasting / events:.0f} B", f"{lasting / raw:.2f}")
    data = used(store) - empty
    row("  in the server's own words", f"{data / events:.0f} B", f"{data / raw:.2f}")


def _recorded(store: RedisStore, ruleset: str) -> Iterator[tuple[str, int]]:
    """Record games of finished ones' first events; yield each with the size of its JSON."""
    records = [events for events in map(first_events, fixtures.fixtures(ruleset)) if events]
    for number in range(GAMES):
        game, size = new_game_id(), 0
        for event, summary in records[number % len(records)]:
            size += _append(store, game, event, summary)
        yield game, size


def first_events(path: Path) -> list[tuple[Event, bytes]]:
    """The first events of a finished game, each with the summary after it; none if it has fewer."""
    events = fixtures.events_of(fixtures.load(path))
    if len(events) < EVENTS:
        return []
    games = [None, *fixtures.moments(path)[: EVENTS - 1]]
    summaries = (summary_after(g, [event]) for g, event in zip(games, events, strict=False))
    return list(zip(events, summaries, strict=False))


def _append(store: RedisStore, game: str, event: Event, summary: bytes) -> int:
    """Append an event by a command of its own; return the size of its JSON without the id."""
    command = Command.of(event.data, scope=f"seat {event.seat}", key=uuid4().hex)
    entry = encode(replace(event, command=command.id))
    place = (event.version, event.prev, (entry,))
    store.append(Append(game, command.id, command.fingerprint, *place, summary=summary))
    return len(msgspec.json.encode(replace(event, command=""))) - len(',"command":""')


def _memory(store: RedisStore, keys: Iterator[str]) -> int:
    client: Any = store.client
    return sum(client.memory_usage(key, samples=0) or 0 for key in keys)


def used(store: RedisStore) -> int:
    """The bytes that the server's data take, without its connections."""
    info: Any = store.client.info("memory")
    return int(info["used_memory_dataset"])


if __name__ == "__main__":
    bench_records()
