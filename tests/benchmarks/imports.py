"""Two servers: games exported by the first, imported into the second, and exported again.

Each is a fixture with an id of its own, resealed, in the first server's store as if played there.
"""

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.record.record import GENESIS, Event, commit, digest, look_up, salt
from service.game.ids import new_game_id
from tests import fixtures
from tests.benchmarks.measuring import heading, row
from tests.benchmarks.served import Side, Stage
from tests.service.stored_records import record

RULESETS = ("alexandros", "settlers", "alexander_the_great")
GAMES = 500
AN_HOUR = 20
"""The games that a player may import in an hour."""
LARGEST = 200
"""The most events of a game: a check takes time with its length."""


def bench_imports() -> None:
    """Export games from one server, import them into another, and export them again."""
    heading(f"{GAMES} games of three rulesets from one server to another")
    with Stage() as here, Stage() as there:
        first, second = here.start(), there.start()
        games = [_stored(first, events) for events in islice(_templates(), GAMES)]
        began = perf_counter()
        exports = [_export(first, game) for game in games]
        exported = perf_counter()
        _import_all(second, exports)
        imported = perf_counter()
        same = sum(
            _without_mark(_export(second, game)) == export
            for game, export in zip(games, exports, strict=True)
        )
        row("exported again as the same bytes but for the mark", f"{same} of {GAMES}")
        row("events of the longest, at most", f"{LARGEST}")
        row("exported", f"{(exported - began) / GAMES * 1e3:.1f} ms a game")
        row("imported", f"{(imported - exported) / GAMES * 1e3:.1f} ms a game")
        row("bytes of the exports", f"{sum(map(len, exports)) / 1e6:.1f} MB")
        assert same == GAMES


def _templates() -> Iterator[list[Event]]:
    """Yield finished games of the rulesets in turn, over and over."""
    each = [cycle(filter(None, map(_short, fixtures.fixtures(name)))) for name in RULESETS]
    for games in zip(*each, strict=True):
        yield from games


def _short(path: Path) -> list[Event]:
    """Return the events of a finished game of today's form, none of another or a longer one."""
    events = fixtures.events_of(fixtures.load(path))
    names_itself = "game_id" in events[0].data
    return events if names_itself and len(events) <= LARGEST else []


def _stored(side: Side, events: list[Event]) -> str:
    game = new_game_id()
    return record(side.store, game, _resealed(game, events))


def _resealed(game: str, events: list[Event]) -> Iterator[Event]:
    """Yield the events of a game under another id, each hashed again."""
    secret, prev = bytes.fromhex(events[0].data["secret"]), GENESIS
    for event in events:
        data = event.data | {"game_id": game} if event.version == 1 else event.data
        own = {
            path: commit(salt(secret, event.version, path), look_up(data, path))
            for path in event.commitments
        }
        changed = replace(event, data=data, prev=prev, commitments=own)
        prev = digest(changed)
        yield replace(changed, hash=prev)


def _import_all(side: Side, exports: list[bytes]) -> None:
    for start in range(0, len(exports), AN_HOUR):
        # An address has an allowance, too.
        side.come_from(f"127.0.{start // AN_HOUR}.1")
        made = side.post("/api/v1/players", b'{"name": "Importer"}')
        for export in exports[start : start + AN_HOUR]:
            side.send("/api/v1/games/import", export, made["token"])


def _export(side: Side, game: str) -> bytes:
    return side.read(f"/api/v1/games/{game}/export")


def _without_mark(document: bytes) -> bytes:
    mark: Any = msgspec.json.decode(document)["imported"]
    return document.replace(b',"imported":' + msgspec.json.encode(mark), b"")
