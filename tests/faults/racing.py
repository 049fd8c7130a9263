"""Clients that race for the same seats of the same games, and listeners; all of it is noted."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Event as Flag
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import httpx

from clients.python import Anabasis, Patience
from domain.record.record import decode
from service.store.redis_store import RedisStore
from tests.faults.checker import Heard, History, Move, Outcome, Read, Records
from tests.faults.retrying_players import RetryingPlayer, Table
from tests.servers import Service
from tests.waiting import eventually

PATIENCE_SECONDS = 60.0
MOST_TRIES = 8
"""Times that a client sends a move until it gives up and never learns what became of it."""
REQUEST_SECONDS = 8.0
SOON = 0.05
"""Seconds until a listener comes back, whatever pause it is asked for."""
ANY_VERSION = 0.2
"""The share of moves that are sent for any version, so that their key alone keeps them single."""


@dataclass
class Notes:
    """What clients did and were told, as it happens."""

    moves: list[Move] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    misses: int = 0

    @property
    def acknowledged(self) -> int:
        return sum(move.outcome == "ok" for move in self.moves)


class RacingClient:
    """Moves for whichever seat may, over a new connection each time; so do others, for the same.

    An answer of 5xx but 503 is an error.
    """

    def __init__(
        self, address: str, tables: Sequence[Table], notes: Notes, luck: Random, tokens: list[str]
    ) -> None:
        self._tables, self._notes, self._luck, self._tokens = tables, notes, luck, tokens
        self._http = httpx.Client(
            base_url=f"{address}/api/v1",
            timeout=REQUEST_SECONDS,
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    def race(self, until: Flag) -> None:
        """Look and move until told to stop."""
        with self._http:
            while not until.is_set():
                self._take_turn(self._luck.choice(self._tables))

    def _take_turn(self, table: Table) -> None:
        game, token = table.game, self._luck.choice(self._tokens)
        listed = self._look(game, token)
        if listed is None:
            return
        if listed["view"]["status"] == "finished":
            table.renew(over=game)
            return
        moves = [move for move in listed["moves"] if move["type"] != "resign"]
        if moves:
            self._move(game, token, self._luck.choice(moves), listed["version"])

    def _look(self, game: str, token: str) -> Any:
        """Return the legal moves and the view, None if there is no answer."""
        began = monotonic()
        answer = self._ask("GET", f"/games/{game}/moves?view=true", token)
        if answer is None:
            return None
        body = answer.raise_for_status().json()
        self._notes.reads.append(Read(game, began, monotonic(), body["version"]))
        return body

    def _move(self, game: str, token: str, move: Any, version: int) -> None:
        """Send a move, the same again while its outcome is unknown, though not for ever."""
        key, began = uuid4().hex, monotonic()
        expected = "*" if self._luck.random() < ANY_VERSION else f'"{version}"'
        headers = {"Idempotency-Key": key, "If-Match": expected}
        answer = None
        for _ in range(self._luck.randint(1, MOST_TRIES)):
            answer = self._ask("POST", f"/games/{game}/moves", token, json=move, headers=headers)
            if answer is not None:
                break
        told = _told(answer)
        self._notes.moves.append(Move(game, key, began, monotonic(), *told))

    def _ask(
        self,
        method: str,
        path: str,
        token: str,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> httpx.Response | None:
        """Return a definite answer; None for no answer, and for one that says it is unknown."""
        sent = {"Authorization": f"Bearer {token}", **(headers or {})}
        try:
            answer = self._http.request(method, path, headers=sent, **more)
        except httpx.TransportError:
            answer = None
        if answer is None or answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
            self._notes.misses += 1
            return None
        assert answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR, answer.text
        return answer


def _told(answer: httpx.Response | None) -> tuple[Outcome, int, str]:
    if answer is None:
        return "unknown", 0, ""
    if answer.status_code != httpx.codes.CREATED:
        return "refused", 0, ""
    event = answer.json()["events"][0]
    return "ok", event["version"], event["hash"]


class Race:
    """Clients racing at tables, and listeners to every game."""

    def __init__(self, service: Service, games: int, clients: int, luck: Random) -> None:
        self.service, self.notes = service, Notes()
        self._until = Flag()
        pairs = [[RetryingPlayer(service, name) for name in ("Ada", "Bob")] for _ in range(games)]
        self._tables = [Table(pair) for pair in pairs]
        self._tokens = [[player.token for player in pair] for pair in pairs]
        self._luck, self._clients = luck, clients
        self._listeners: dict[str, Future[Heard]] = {}
        self._running: list[Future[None]] = []
        self._pool = ThreadPoolExecutor(100)

    @property
    def games(self) -> list[str]:
        return [game for table in self._tables for game in table.games]

    def begin(self) -> None:
        """Make the games, and have all begin."""
        for table in self._tables:
            table.renew()
        self.listen()
        for number in range(self._clients):
            at = number % len(self._tables)
            client = RacingClient(
                self.service.web.address,
                [self._tables[at]],
                self.notes,
                Random(self._luck.random()),
                self._tokens[at],
            )
            self._running.append(self._pool.submit(client.race, self._until))

    def listen(self) -> None:
        """Listen to games that nobody listens to yet, from their first event on."""
        for game in self.games:
            if game not in self._listeners:
                self._listeners[game] = self._pool.submit(_heard, self.service, game)

    def go_on(self, moves: int) -> None:
        """Return once so many more moves were acknowledged."""
        before = self.notes.acknowledged

        def went_on() -> bool:
            for client in self._running:
                assert not client.done(), client.result()
            for listener in self._listeners.values():
                assert not listener.done() or listener.result()
            return self.notes.acknowledged >= before + moves

        eventually(went_on, PATIENCE_SECONDS)
        self.listen()

    def end(self) -> None:
        """Have everybody stop; then end each game, so that its listener has heard all."""
        self._until.set()
        for one in self._running:
            one.result(PATIENCE_SECONDS)
        self.listen()
        for table in self._tables:
            player = table.players[0]
            if player.read(f"/games/{table.game}")["status"] != "finished":
                player.resign(table.game)

    def history(self) -> History:
        """Return what was done, told and heard, once all is over."""
        heard = [one.result(PATIENCE_SECONDS) for one in self._listeners.values()]
        return History(self.notes.moves, self.notes.reads, heard)

    def records(self, store: RedisStore) -> Records:
        """Return what a store holds of the games in the end."""
        return {game: decode(store.read(game)) for game in self.games}


@contextmanager
def racing(service: Service, games: int, clients: int, luck: Random) -> Iterator[Race]:
    """A race that is over when its block is."""
    race = Race(service, games, clients, luck)
    race.begin()
    yield race
    race.end()


def _heard(service: Service, game: str) -> Heard:
    """Listen to a game to its end, coming back whenever the stream breaks off."""
    patience = Patience(100_000, sleep=lambda seconds: sleep(min(seconds, SOON)))
    with Anabasis(service.web.address, patience=patience) as listener:
        events = [(event["version"], event["hash"]) for event in listener.stream(game)]
    return Heard(game, events)
