"""Append-only files that are cut, zeroed or altered: a start that says so, or all that is sound."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from domain.record.record import decode
from service.app import create_app
from service.server.embedded import EmbeddedServer, ServerFailed
from service.server.watch import FolderWatch
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.faults.checker import History, Read, check
from tests.service.api import Api, Person
from tests.waiting import eventually

pytestmark = pytest.mark.faults

MOVES = 3


@dataclass
class Town:
    """A data folder with two games in play, and the versions that were acknowledged."""

    folder: Path
    people: list[Person]
    heads: dict[str, int]
    entries: dict[str, list[bytes]]

    @property
    def file(self) -> Path:
        """The file that the server appends to."""
        [file] = self.folder.glob("appendonlydir/*.incr.aof")
        return file


@contextmanager
def served(folder: Path) -> Iterator[tuple[EmbeddedServer, Api]]:
    """An app that knows nothing yet, on the folder's server."""
    with EmbeddedServer(folder) as server:
        watch = FolderWatch(server.folder, server.mark)
        store = RedisStore.of_url(server.url, folder=watch)
        yield server, Api(create_app(Config(rate_limit=False), store))


def is_mine(api: Api, game: str, who: Person) -> bool:
    return bool(api.view(game, who)["viewer"]["seat"] in api.view(game)["to_act"])


def move(api: Api, game: str, people: list[Person]) -> None:
    """Make a move for the seat whose turn it is."""
    api.move(game, next(who for who in people if is_mine(api, game, who)))


@pytest.fixture
def killed(tmp_path: Path) -> Town:
    """As a power cut leaves it: the server had no time to note how far the record had come."""
    folder = tmp_path / "var"
    with served(folder) as (server, api):
        people = [api.person("Ada"), api.person("Bob")]
        games = [api.game(*people) for _ in range(2)]
        for game in games:
            for _ in range(MOVES):
                move(api, game, people)
        heads = {game: api.view(game)["version"] for game in games}
        store = RedisStore.of_url(server.url)
        town = Town(folder, people, heads, {game: store.read(game) for game in games})
        os.kill(server.pid, signal.SIGKILL)
        eventually(lambda: not server.is_running())
    return town


@pytest.fixture
def stopped(killed: Town) -> Town:
    """As a stop leaves it: it is noted how far the record had come."""
    with EmbeddedServer(killed.folder):
        pass
    return killed


def cut(town: Town, count: int) -> None:
    os.truncate(town.file, town.file.stat().st_size - count)


def alter(town: Town, change: Callable[[bytes], bytes]) -> None:
    town.file.write_bytes(change(town.file.read_bytes()))


def versions(api: Api, town: Town) -> list[int]:
    return [api.view(game)["version"] for game in town.heads]


def assert_sound(server: EmbeddedServer, api: Api, town: Town) -> None:
    """Assert that all that is shown is a sound beginning of what was acknowledged; play on."""
    store = RedisStore.of_url(server.url)
    records = {game: decode(store.read(game)) for game in town.heads}
    reads = [Read(game, 0, 1, api.view(game)["version"]) for game in town.heads]
    assert check(History([], reads), records) == []
    for game, entries in town.entries.items():
        kept = store.read(game)
        assert kept == entries[: len(kept)]
        move(api, game, town.people)
        assert api.get(f"/games/{game}/verify")["valid"]


def test_zeros_at_its_end_hold_no_event_and_are_cut_off(
    killed: Town, caplog: pytest.LogCaptureFixture
) -> None:
    alter(killed, lambda data: data + bytes(200_000))
    with served(killed.folder) as (server, api):
        assert versions(api, killed) == [*killed.heads.values()]
        assert "ended with 200000 zeros" in caplog.text
        assert_sound(server, api, killed)


def test_half_a_command_at_its_end_is_cut_off_and_moves_go_on(
    killed: Town, caplog: pytest.LogCaptureFixture
) -> None:
    alter(killed, lambda data: data + b"*3\r\n$3\r\nSET\r\n$5\r\nana")
    with served(killed.folder) as (server, api):
        assert "ended in the middle of a command" in caplog.text
        assert versions(api, killed) == [*killed.heads.values()]
        assert_sound(server, api, killed)
        assert api.get("/readyz")["status"] == "ready"
        moved = versions(api, killed)
    assert server.trouble is None
    caplog.clear()
    with served(killed.folder) as (_, api):
        assert versions(api, killed) == moved
    assert not caplog.text


def test_an_end_that_never_reached_the_disk_leaves_a_sound_beginning(killed: Town) -> None:
    cut(killed, 5)
    with served(killed.folder) as (server, api):
        assert sum(versions(api, killed)) == sum(killed.heads.values()) - 1
        assert_sound(server, api, killed)


def test_an_end_that_is_zeroed_in_the_middle_of_an_event_leaves_a_sound_beginning(
    killed: Town,
) -> None:
    alter(killed, lambda data: data[:-100] + b"\0" * 100)
    with served(killed.folder) as (server, api):
        assert sum(versions(api, killed)) == sum(killed.heads.values()) - 1
        assert_sound(server, api, killed)


def test_an_end_that_was_known_and_is_gone_is_a_start_refused_with_the_remedy(
    stopped: Town,
) -> None:
    cut(stopped, 5)
    with pytest.raises(ServerFailed, match=r"of which 1 are gone.*put back the newest backup"):
        EmbeddedServer(stopped.folder).start()


def test_a_flipped_bit_of_a_command_is_a_start_refused_with_the_remedy(killed: Town) -> None:
    before = killed.file.read_bytes()
    alter(killed, lambda data: data.replace(b"\r\n$4\r\nXADD", b"\r\n\xa44\r\nXADD", 1))
    spoilt = killed.file.read_bytes()
    assert spoilt != before
    with pytest.raises(ServerFailed, match=r"^The append-only file in \S+ is damaged.*restore"):
        EmbeddedServer(killed.folder).start()
    assert killed.file.read_bytes() == spoilt, "what is there is evidence"


def test_a_flipped_bit_of_an_event_closes_its_game_and_no_other(killed: Town) -> None:
    broken, sound = killed.heads
    entry = killed.entries[broken][4]
    at = entry.index(b"20", 65)  # in the time at which it was recorded
    flipped = entry[:at] + b"30" + entry[at + 2 :]
    alter(killed, lambda data: data.replace(entry, flipped))
    with served(killed.folder) as (_, api):
        view = api.view(broken)
        assert (view["version"], view["broken"]["version"]) == (4, 5)
        for who in killed.people:
            refused = api.act(broken, who, "resign", {}, version=False)
            assert (refused.status_code, refused.json["code"]) == (409, "record_broken")
        move(api, sound, killed.people)
        assert api.get(f"/games/{sound}/verify")["valid"]
