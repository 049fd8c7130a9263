"""The data folder's safeguards taken away in turn: acknowledged moves are lost, and it is found.

Each case runs twice: as it is, and without the safeguard, which must make it fail.
"""

import fcntl
import os
import shutil
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.record import record
from domain.record.record import Event, decode
from service.app import create_app
from service.server.data_folder import DataInUse
from service.server.embedded import EmbeddedServer, ServerFailed
from service.server.watch import FolderWatch, StoreWatch
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.faults.checker import ACKNOWLEDGED, Finding, History, Move, Promise, check
from tests.service.api import Api, Person
from tests.waiting import eventually

pytestmark = [pytest.mark.faults, pytest.mark.long]


class Player:
    """Moves for both seats of one game over an app of its own, and notes the answers."""

    def __init__(self, server: EmbeddedServer, before: "Player | None" = None) -> None:
        watch = FolderWatch(server.folder)
        self.store = RedisStore.of_url(server.url, folder=watch)
        self.api = Api(create_app(Config(rate_limit=False), self.store))
        self.moves: list[Move] = []
        self.people: list[Person] = before.people if before else self._begin()
        self.game = before.game if before else self.api.game(*self.people)

    def _begin(self) -> list[Person]:
        return [self.api.person("Ada"), self.api.person("Bob")]

    def move(self) -> None:
        """Make a move under a key of its own."""
        view = self.api.view(self.game)
        who, key = self.people[view["to_act"][0]], f"key-{id(self)}-{len(self.moves)}"
        move = next(each for each in self.api.moves(self.game, who) if each["type"] != "resign")
        answer = self.api.act(self.game, who, "moves", move, view["version"], key)
        if answer.status_code == 201:
            [event] = answer.json["events"]
            at = float(len(self.moves))
            told = Move(self.game, key, at, at, "ok", event["version"], event["hash"])
            self.moves.append(told)


def end_cut(folder: Path) -> Sequence[Finding]:
    """The append-only file loses its end while nothing runs."""
    with EmbeddedServer(folder) as server:
        player = Player(server)
        player.move()
    [file] = folder.glob("appendonlydir/*.incr.aof")
    os.truncate(file, file.stat().st_size - 5)
    with suppress(ServerFailed):
        return in_the_end(folder, player)
    return []  # nobody is served less than was acknowledged


def files_away(folder: Path) -> Sequence[Finding]:
    """The append-only files are exchanged for a copy under the running server."""
    with EmbeddedServer(folder) as server:
        player = Player(server)
        player.move()
        files, copy = folder / "appendonlydir", folder / "temp-copy"
        shutil.copytree(files, copy)
        shutil.rmtree(files)
        copy.rename(files)
        player.move()
        os.kill(server.pid, signal.SIGKILL)  # a stop would note how far the record has come
        eventually(lambda: not server.is_running())
    return in_the_end(folder, player)


def two_owners(folder: Path) -> Sequence[Finding]:
    """A second server is started on the folder, and the game goes on in both."""
    with ExitStack() as stack:
        one = Player(stack.enter_context(EmbeddedServer(folder)))
        one.move()
        try:
            second = stack.enter_context(EmbeddedServer(folder))
        except DataInUse:
            return []
        other = Player(second, before=one)
        one.move()
        other.move()
    return in_the_end(folder, one, other)


def bit_flipped(folder: Path) -> Sequence[Finding]:
    """A digit of an event is another one when the server comes back."""
    with EmbeddedServer(folder) as server:
        player = Player(server)
        entry = player.store.read(player.game)[-1]
    [file] = folder.glob("appendonlydir/*.incr.aof")
    at = entry.index(b"20", 65)  # in the time at which it was recorded
    flipped = entry[:at] + b"30" + entry[at + 2 :]
    file.write_bytes(file.read_bytes().replace(entry, flipped))
    with EmbeddedServer(folder) as server:
        shown = Player(server, before=player).api.get(f"/games/{player.game}/events")["events"]
    events = [msgspec.convert(each, Event) for each in shown]
    return check(History([]), {player.game: events})


def in_the_end(folder: Path, *players: Player) -> Sequence[Finding]:
    """Return the broken promises, once the folder is started again."""
    with EmbeddedServer(folder) as server:
        store = RedisStore.of_url(server.url)
        records = {player.game: decode(store.read(player.game)) for player in players}
    moves = [move for player in players for move in player.moves]
    return [each for each in check(History(moves), records) if each.promise in ACKNOWLEDGED]


def without_heads(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(EmbeddedServer, "_compare_feed_ends", lambda _: None)


def without_watch(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(StoreWatch, "guard", lambda _, **__: None)
    patch.setattr(FolderWatch, "trouble", lambda _: None)
    patch.setattr(FolderWatch, "shortfall", lambda *_: None)


def without_locks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(fcntl, "flock", lambda *_: None)


def without_hashes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(record, "check_hash", lambda _: None)


CASES: list[Any] = [
    pytest.param(end_cut, without_heads, {"kept"}, id="known heads"),
    pytest.param(files_away, without_watch, {"kept"}, id="watch over the files"),
    pytest.param(two_owners, without_locks, {"kept", "as told"}, id="locks"),
    pytest.param(bit_flipped, without_hashes, {"chain"}, id="hashes"),
]


@pytest.mark.parametrize(("case", "remove", "promises"), CASES)
def test_a_safeguard_keeps_a_promise_that_is_broken_without_it(
    tmp_path: Path,
    case: Callable[[Path], Sequence[Finding]],
    remove: Callable[[pytest.MonkeyPatch], None],
    promises: set[Promise],
) -> None:
    assert case(tmp_path / "guarded") == []
    with pytest.MonkeyPatch.context() as patch:
        remove(patch)
        found = {finding.promise for finding in case(tmp_path / "unguarded")}
    assert found & promises, found
