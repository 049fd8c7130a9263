"""One stream an account, while all processes die in turn: nothing missed, nothing doubled."""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Flag
from typing import Any

import httpx
import pytest
from httpx_sse import EventSource

from service.notices.account_events.player_feeds import BEGINNING, PlayerFeeds, ToldEvent
from tests.faults.seasons import Play, begun
from tests.servers import Worker, serving, working
from tests.waiting import eventually

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

TABLES = 20
KILLS = [
    pytest.param(3, id="few"),
    pytest.param(30, id="many", marks=[pytest.mark.long, pytest.mark.timeout(2_400)]),
]
PATIENCE_SECONDS = 60.0
SILENCE_SECONDS = 20.0
"""Seconds of silence after which a line is dead; a sign of life comes every 15."""


@dataclass
class Reader:
    """Reads a player's stream, and resumes it by the last id whenever its line ends."""

    address: str
    token: str
    events: list[dict[str, Any]] = field(default_factory=list)
    lines: int = 0
    last_id: str = ""

    def read(self, stopped: Flag) -> None:
        while not stopped.is_set():
            try:
                self._read_line(stopped)
            except httpx.HTTPError:
                stopped.wait(0.05)

    def _read_line(self, stopped: Flag) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        if self.last_id:
            headers["Last-Event-ID"] = self.last_id
        address = f"{self.address}/api/v1/me/stream"
        with httpx.stream("GET", address, headers=headers, timeout=SILENCE_SECONDS) as answer:
            if answer.status_code != 200:
                assert answer.status_code == 503, answer.status_code
                stopped.wait(0.05)
                return
            self.lines += 1
            for each in EventSource(answer).iter_sse():
                if each.data:
                    self.last_id = each.id
                    self.events.append({**json.loads(each.data), "id": each.id})
                if stopped.is_set():
                    return


@contextmanager
def reading(reader: Reader) -> Iterator[None]:
    """A reader at work; it goes on where it was."""
    stopped = Flag()
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(reader.read, stopped)
        try:
            eventually(lambda: reader.events or done.done(), PATIENCE_SECONDS)
            yield
        finally:
            stopped.set()
    done.result()


@dataclass(frozen=True, slots=True)
class Heard:
    """What a reader heard of games, by their last versions, and what the feed has at the end."""

    games: dict[str, int]
    reader: Reader
    feed: list[ToldEvent]


def feed_of(play: Play, player: str) -> list[ToldEvent]:
    """All events of a player's feed."""
    feeds, told = PlayerFeeds(play.service.store.client), list[ToldEvent]()
    while page := feeds.since(player, told[-1].id if told else BEGINNING):
        told += page
    return told


@pytest.fixture(scope="module", params=KILLS)
def heard(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Heard]:
    """Two players at twenty tables, while the server, web processes and the worker are killed in
    turn; one of them reads the stream of their account all the time."""
    folder: Path = tmp_path_factory.mktemp("account-stream")
    with serving(folder) as service, working(service) as worker:
        with begun(service, "Ada Bob", *[slice(2)] * TABLES) as play:
            reader = Reader(service.web.address, play.players[0].token)
            with reading(reader):
                _kill_in_turn(play, worker, request.param)
        games = _ended_by_resigning(play)
        player = play.players[0].read("/me")["player_id"]
        with reading(reader):
            eventually(lambda: games.keys() <= _ended(reader), PATIENCE_SECONDS)
            eventually(lambda: feed_of(play, player)[-1].id == reader.last_id, PATIENCE_SECONDS)
        yield Heard(games, reader, feed_of(play, player))


def _ended_by_resigning(play: Play) -> dict[str, int]:
    """Every game that was played by its last version, once the last ones are given up."""
    loser = play.players[-1]
    for table in play.tables:
        if loser.read(f"/games/{table.game}")["status"] == "live":
            loser.resign(table.game)
    games = [game for table in play.tables for game in table.games]
    return {game: play.service.store.newest_version(game) for game in games}


def _ended(reader: Reader) -> set[str]:
    return {each["game_id"] for each in [*reader.events] if each["kind"] == "ended"}


def _kill_in_turn(play: Play, worker: Worker, kills: int) -> None:
    for kill in range(kills):
        play.go_on()
        (_kill_valkey, _kill_web, _kill_worker)[kill % 3](play, worker)
        # It ends if it starts while the server is away.
        worker.tend()
    play.go_on()


def _kill_valkey(play: Play, _: Worker) -> None:
    before = play.misses
    play.service.kill_valkey()
    eventually(lambda: play.misses != before)
    play.service.valkey.restart()


def _kill_web(play: Play, _: Worker) -> None:
    play.service.web.kill_worker(min(play.service.web.pids))


def _kill_worker(_: Play, worker: Worker) -> None:
    worker.kill()
    worker.start()


def test_the_line_was_lost_and_resumed(heard: Heard) -> None:
    assert heard.reader.lines > 1


def test_only_the_first_line_began_with_a_reset(heard: Heard) -> None:
    assert [n for n, each in enumerate(heard.reader.events) if each["kind"] == "reset"] == [0]


def test_nothing_of_the_feed_was_missed_and_nothing_came_twice(heard: Heard) -> None:
    begin, *told = [each["id"] for each in heard.reader.events]
    kept = [each.id for each in heard.feed]
    since = kept.index(begin) + 1 if begin in kept else 0
    assert told[-len(kept[since:]) :] == kept[since:]
    assert len(set(told)) == len(told)


def test_each_turn_and_each_end_was_reported_once(heard: Heard) -> None:
    told = Counter(
        (each["kind"], each["game_id"], each["version"])
        for each in heard.reader.events
        if each["kind"] == "your_turn"
    )
    ends = Counter(each["game_id"] for each in heard.reader.events if each["kind"] == "ended")
    assert {name for name, count in told.items() if count > 1} == set()
    assert ends == Counter(list(heard.games))


def test_a_turn_that_was_reported_was_one(heard: Heard) -> None:
    for each in heard.reader.events:
        if each["kind"] == "your_turn":
            assert each["version"] <= heard.games[each["game_id"]]
