"""Clients that play as fast as they can and retry a command until it is answered."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from threading import Event, Lock
from typing import Any
from uuid import uuid4

import httpx

from clients.bots import bot_named
from tests.servers import Service
from tests.waiting import eventually

PATIENCE_SECONDS = 60.0
RANDOM = bot_named("alexandros", "random")


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command that was answered with 201, and the event in that answer."""

    game: str
    key: str
    version: int
    hash: str


class KeyTaken(AssertionError):
    """A command sent once was taken for a second one under its key: it was carried out twice."""

    def __init__(self, path: str, key: str) -> None:
        self.path, self.key = path, key
        super().__init__(f"{path} was refused as another command of {key}")


class RetryingPlayer:
    """One player; keeps acknowledged commands and the keys of those once unanswered.

    ``unanswered`` holds the times, ``waits`` the seconds until the answer came; ``misses`` counts
    the requests, reads too, that had no answer; ``is_posting`` while a command is on its way.
    """

    def __init__(self, service: Service, name: str) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.unanswered: dict[str, datetime] = {}
        self.waits: list[float] = []
        self.misses = 0
        self.is_posting = False
        self._http = httpx.Client(base_url=f"{service.web.address}/api/v1", timeout=30.0)
        made = self._http.post("/players", json={"name": name}).raise_for_status().json()
        self.token: str = made["token"]
        self._headers = {"Authorization": f"Bearer {self.token}"}

    def read(self, path: str) -> Any:
        """Return the answer to a GET, retrying until there is one."""
        return self._answer("GET", path, {}, None, "").json()

    def create_game(self, **terms: Any) -> str:
        """A new game, made once however often it must be asked for."""
        return str(self._post("/games", terms)["game_id"])

    def take_seat(self, game: str) -> None:
        """Sit down, once."""
        self._command(game, "seats", {})

    def take_turn(self, game: str, luck: Random) -> str:
        """Make a move where it is this player's turn; the game's status just read."""
        view = self.read(f"/games/{game}")
        if view["viewer"]["seat"] in view["to_act"]:
            listed = self.read(f"/games/{game}/moves")
            assert listed["version"] == view["version"], "nobody else can move now"
            move = RANDOM(view, listed["moves"], luck)
            self._command(game, "moves", move, {"If-Match": f'"{view["version"]}"'})
        return str(view["status"])

    def resign(self, game: str) -> None:
        """Leave a game, once."""
        self._command(game, "resign", {})

    def _command(
        self, game: str, name: str, body: Any, headers: dict[str, str] | None = None
    ) -> None:
        key = uuid4().hex
        [event] = self._post(f"/games/{game}/{name}", body, key, headers)["events"]
        self.acknowledged.append(Acknowledged(game, key, event["version"], event["hash"]))

    def _post(
        self, path: str, body: Any, key: str = "", headers: dict[str, str] | None = None
    ) -> Any:
        key = key or uuid4().hex
        sent = {"Idempotency-Key": key, **(headers or {})}
        answer = self._answer("POST", path, sent, body, key)
        if answer.status_code == 422 and answer.json()["code"] == "key_reused":
            raise KeyTaken(path, key)
        assert answer.status_code == 201, f"{path} {answer.status_code} {answer.text}"
        return answer.json()

    def _answer(
        self, method: str, path: str, headers: dict[str, str], body: Any, key: str
    ) -> httpx.Response:
        """The answer to a request that is sent again, the same, for as long as there is none."""

        def try_once() -> httpx.Response | None:
            try:
                self.is_posting = bool(key)
                answer = self._http.request(
                    method, path, headers={**self._headers, **headers}, json=body
                )
            except httpx.TransportError:
                answer = None
            finally:
                self.is_posting = False
            if answer is not None and answer.status_code != 503:
                assert answer.status_code < 500, answer.text
                if key in self.unanswered:
                    self.waits.append((datetime.now(UTC) - self.unanswered[key]).total_seconds())
                return answer
            self._miss(key)
            return None

        return eventually(try_once, PATIENCE_SECONDS)

    def _miss(self, key: str) -> None:
        self.misses += 1
        if key:
            self.unanswered.setdefault(key, datetime.now(UTC))


@dataclass
class Table:
    """Some players' games, one after the other: when one is over the next is made."""

    players: list[RetryingPlayer]
    games: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    @property
    def game(self) -> str:
        """The game being played."""
        return self.games[-1]

    def renew(self, over: str | None = None) -> None:
        """Make the next game, unless another player did since ``over`` was seen to be over."""
        with self._lock:
            if self.games and self.game != over:
                return
            host, *others = self.players
            terms = {"ruleset": "alexandros", "board": "asia_minor", "seats": len(self.players)}
            game = host.create_game(**terms)
            for other in others:
                other.take_seat(game)
            self.games.append(game)


def play(player: RetryingPlayer, tables: list[Table], until: Event, luck: Random) -> None:
    """Play at all one's tables until stopped."""
    mine = [table for table in tables if player in table.players]
    while not until.is_set():
        for table in mine:
            game = table.game
            if player.take_turn(game, luck) == "finished":
                table.renew(over=game)


@contextmanager
def playing(players: list[RetryingPlayer], tables: list[Table]) -> Iterator[list[Future[None]]]:
    """Every player plays in a thread of their own; afterwards every command has its answer."""
    stop = Event()
    with ThreadPoolExecutor(len(players)) as pool:
        running = [
            pool.submit(play, player, tables, stop, Random(seed))
            for seed, player in enumerate(players)
        ]
        try:
            yield running
        finally:
            stop.set()
    for one in running:
        one.result()
