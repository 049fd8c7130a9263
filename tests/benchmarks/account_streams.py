"""(i) One stream an account: how soon it tells, what it misses, and its cost beside a game's."""

import json
import os
import re
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from queue import Queue
from statistics import quantiles
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from service.machine.processes import spawn, stop
from tests.benchmarks.long_tables import API
from tests.benchmarks.measuring import heading, milliseconds, row, within
from tests.benchmarks.served import Side, Stage
from tests.programs import ANABASIS
from tests.waiting import eventually

LIVE, QUIET, DROPPED, CROWD = 1_000, 300, 100, 300
AIM_SECONDS, AIM_OTHER = 0.2, 1.2
PAUSE_SECONDS, SETTLED_SECONDS = 0.03, 2.0
WORKER = (ANABASIS, "worker")
MINE = f"{API}/me/stream"
ID, KIND = re.compile(rb"id: (\S+)"), re.compile(rb"event: (\S+)")
GAME = re.compile(rb'"game_id":"([^"]+)"')


class Heard(NamedTuple):
    """An event of a stream, and when it was heard."""

    kind: bytes
    game: str
    at: float


class Listener:
    """A stream that a thread reads; ``last_id`` is the last event of which all was read."""

    def __init__(self, side: Side, path: str, token: str, last_id: str = "") -> None:
        self.last_id = last_id
        self.heard: Queue[Heard] = Queue()
        self.turns: list[str] = []
        self._line = HTTPConnection(side.address.rpartition("/")[2], timeout=600.0)
        resume = {"Last-Event-ID": last_id} if last_id else {}
        self._line.request("GET", path, None, {"Authorization": f"Bearer {token}", **resume})
        answer = self._line.getresponse()
        assert answer.status == 200
        self._socket = socket.socket(fileno=os.dup(answer.fileno()))
        self._reader = Thread(target=self._read, args=(answer,), daemon=True)
        self._reader.start()

    def _read(self, answer: HTTPResponse) -> None:
        kind = id_ = b""
        with suppress(OSError, ValueError):
            while line := answer.readline():
                kind = found[1] if (found := KIND.match(line)) else kind
                id_ = found[1] if (found := ID.match(line)) else id_
                if line.startswith(b"data: "):
                    self._note(kind, id_, line)

    def _note(self, kind: bytes, id_: bytes, line: bytes) -> None:
        found = GAME.search(line)
        game = found[1].decode() if found else ""
        self.heard.put(Heard(kind, game, perf_counter()))
        self.last_id = id_.decode()
        if kind == b"your_turn":
            self.turns.append(game)

    def until(self, kind: bytes, game: str = "") -> Heard:
        """Wait for an event, of a game if one is named."""
        while True:
            heard = self.heard.get(timeout=60.0)
            if heard.kind == kind and game in ("", heard.game):
                return heard

    def close(self) -> None:
        """Drop the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._socket.close()
        self._line.close()


def bench_account_streams() -> None:
    """Measure one account's many games, and accounts' streams beside games' streams."""
    limits = ("STREAMS", "STREAMS_EACH", "STREAMS_ADDRESS", "OPEN_GAMES")
    room = dict.fromkeys((f"ANABASIS_{of}" for of in limits), "5000")
    room["ANABASIS_RATE_LIMIT"] = "off"
    with Stage() as stage, ExitStack() as stack:
        side = stage.start(**room)
        worker = spawn([*WORKER], env=os.environ | {"ANABASIS_REDIS_URL": stage.url})
        stack.callback(stop, worker, 5.0)
        ada, bob = _person(side, "Ada"), _person(side, "Bob")
        _bench_latency(side, ada, bob)
        _bench_dropped(side, ada, bob)
        other = stage.start(**room)
        _bench_crowds((side, other), bob)


def _bench_latency(side: Side, ada: str, bob: str) -> None:
    heading(f"(i) an account with {LIVE:,} live games: from another's request to the event")
    games = [_begun(side, ada, bob) for _ in range(LIVE)]
    with closing(Listener(side, MINE, ada)) as line:
        line.until(b"reset")
        eventually(lambda: _total(side, ada) == LIVE)
        opened = [_opened(side, ada) for _ in range(QUIET)]
        turns = [_told(line, b"your_turn", game, lambda g: _join(side, g, bob)) for game in opened]
        ended = games[:QUIET]
        ends = [_told(line, b"ended", game, lambda g: _resign(side, g, bob)) for game in ended]
    for name, times in (("a turn", turns), ("an end", ends)):
        p99 = quantiles(times, n=100)[-1]
        row(f"{name} is told after", milliseconds(times), f"p99 {p99 * 1e3:.1f} ms")
        within("its p99, of the aim's 200 ms", p99 / AIM_SECONDS, 1.0)


def _told(line: Listener, kind: bytes, game: str, act: Callable[[str], object]) -> float:
    sleep(PAUSE_SECONDS)
    start = perf_counter()
    act(game)
    return line.until(kind, game).at - start


def _bench_dropped(side: Side, ada: str, bob: str) -> None:
    heading(f"(i) {DROPPED} dropped lines of an account while its games begin")
    line = Listener(side, MINE, ada)
    line.until(b"reset")
    wanted, told = [], list[str]()
    for _ in range(DROPPED):
        wanted += [_begun(side, ada, bob), _begun(side, ada, bob)]
        line.close()
        told += line.turns
        wanted.append(_begun(side, ada, bob))
        line = Listener(side, MINE, ada, line.last_id)
    # The last one was begun before this line: it comes by a stream that resumes.
    eventually(lambda: wanted[-1] in (told + line.turns))
    line.close()
    told += line.turns
    missed = len(set(wanted) - set(told))
    row("turns missed", f"{missed}", f"of {len(wanted)}; told twice: {len(told) - len(set(told))}")


def _bench_crowds(sides: Sequence[Side], bob: str) -> None:
    heading(
        f"(i) {CROWD} streams of accounts beside as many streams of games",
        "each of another player, who has one game, in a web process of its own; each hears one "
        "event, and the request that makes it is not counted",
    )
    people = [_person(sides[0], f"Player {number}") for number in range(CROWD)]
    games, mine = ([_begun(side, who, bob) for who in people] for side in sides)
    paths = [f"{API}/games/{game}/stream" for game in games], [MINE] * CROWD
    told = zip(sides, paths, (games, mine), strict=True)
    of_games, of_accounts = (_crowd(side, bob, people, at, own) for side, at, own in told)
    row("memory a stream of a game", f"{of_games.memory / 1e3:.1f} kB")
    row("memory a stream of an account", f"{of_accounts.memory / 1e3:.1f} kB")
    within("the same, of a game's", of_accounts.memory / of_games.memory, AIM_OTHER)
    row("CPU of its event, a game's", f"{of_games.cpu * 1e6:.0f} µs")
    row("CPU of its event, an account's", f"{of_accounts.cpu * 1e6:.0f} µs")
    within("the same, of a game's", of_accounts.cpu / of_games.cpu, AIM_OTHER)


class CrowdCost(NamedTuple):
    """Bytes of memory a stream, and CPU seconds a stream and event."""

    memory: float
    cpu: float


def _crowd(
    side: Side, bob: str, people: Sequence[str], paths: Sequence[str], games: Sequence[str]
) -> CrowdCost:
    unheard = [_begun(side, who, bob) for who in people]
    sleep(SETTLED_SECONDS)
    alone = _cost(side, partial(_resign_all, side, unheard, bob))
    before = side.memory
    lines = [Listener(side, path, who) for path, who in zip(paths, people, strict=True)]
    sleep(SETTLED_SECONDS)
    memory = (side.memory - before) / CROWD
    crowd = _cost(side, partial(_heard, side, games, bob, lines))
    for line in lines:
        line.close()
    return CrowdCost(memory, (crowd - alone) / CROWD)


def _heard(side: Side, games: Sequence[str], bob: str, lines: Sequence[Listener]) -> None:
    before = [line.last_id for line in lines]
    _resign_all(side, games, bob)
    eventually(lambda: all(line.last_id != at for line, at in zip(lines, before, strict=True)))


def _resign_all(side: Side, games: Sequence[str], bob: str) -> None:
    for game in games:
        _resign(side, game, bob)
        sleep(PAUSE_SECONDS)


def _cost(side: Side, work: Callable[[], object]) -> float:
    before = side.spent()
    work()
    return (side.spent() - before).web


def _person(side: Side, name: str) -> str:
    return str(side.post(f"{API}/players", json.dumps({"name": name}).encode())["token"])


def _opened(side: Side, host: str) -> str:
    terms = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "first_seat": 0}
    return str(side.post(f"{API}/games", json.dumps(terms).encode(), host)["game_id"])


def _begun(side: Side, host: str, guest: str) -> str:
    game = _opened(side, host)
    _join(side, game, guest)
    return game


def _join(side: Side, game: str, who: str) -> None:
    side.send(f"{API}/games/{game}/seats", b"{}", who)


def _resign(side: Side, game: str, who: str) -> None:
    side.send(f"{API}/games/{game}/resign", b"{}", who)


def _total(side: Side, who: str) -> int:
    return int(side.get(f"{API}/me/games?per_page=1", who)["total"])
