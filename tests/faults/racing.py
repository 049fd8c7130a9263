"""Clients that race for the same seats of the same games, and listeners; all of it is noted."""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
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
from tests.faults.retrying_players import KeyTaken, RetryingPlayer, Table
from tests.servers import Service
from tests.waiting import eventually

PATIENCE_SECONDS = 60.0
MOST_TRIES = 8
"""Times that a client sends a move before it gives up and never learns the outcome."""
REQUEST_SECONDS = 8.0
MOST_HEARD = 5_000
"""Events after which a listener gives up: no game has so many, so the stream repeats some."""
SOON = 0.05
"""Seconds until a listener comes back; it ignores the pause that it is asked for."""


@dataclass(frozen=True, slots=True)
class Manner:
    """A way to move: by luck, but of the favourite type where a move of it is listed.

    ``any_version`` is the share of moves that are sent for any version, so that nothing but their
    key keeps them single.
    """

    any_version: float = 0.2
    favourite: str = ""


USUAL = Manner()


@dataclass
class Notes:
    """Notes of the clients' acts and of the answers to them, as they happen."""

    moves: list[Move] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    misses: int = 0

    @property
    def acknowledged(self) -> int:
        """The number of moves that were accepted."""
        return sum(move.outcome == "ok" for move in self.moves)

    @property
    def answered(self) -> int:
        """The number of moves with a definite answer."""
        return sum(move.outcome != "unknown" for move in self.moves)

    def history(self, since: float = 0.0) -> History:
        """Return the notes so far of everything that began after a time."""
        return History(
            [move for move in [*self.moves] if move.began >= since],
            [read for read in [*self.reads] if read.began >= since],
            taken=[*self.taken],
        )


class RacingClient:
    """Moves for any seat that may, over a new connection each time, as others do for the same seat.

    An answer of 5xx but 503 is an error.
    """

    def __init__(
        self,
        address: str,
        table: Table,
        tokens: list[str],
        notes: Notes,
        luck: Random,
        manner: Manner,
    ) -> None:
        self._table, self._tokens, self._notes, self._luck = table, tokens, notes, luck
        self._manner = manner
        self._http = httpx.Client(
            base_url=f"{address}/api/v1",
            timeout=REQUEST_SECONDS,
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    def race(self, until: Flag) -> None:
        """Look and move until stopped."""
        with self._http:
            while not until.is_set():
                self._take_turn()

    def _take_turn(self) -> None:
        game, token = self._table.game, self._luck.choice(self._tokens)
        listed = self._look(game, token)
        if listed is None:
            return
        if listed["view"]["status"] == "finished":
            self._renew(game)
            return
        moves = [move for move in listed["moves"] if move["type"] != "resign"]
        favourites = [move for move in moves if move["type"] == self._manner.favourite]
        if moves:
            self._move(game, token, self._luck.choice(favourites or moves), listed["version"])

    def _renew(self, game: str) -> None:
        """Make the next game; one whose making was refused as a repeat is left for another try."""
        try:
            self._table.renew(over=game)
        except KeyTaken as refusal:
            self._notes.taken.append(refusal.key)

    def _look(self, game: str, token: str) -> Any:
        """Return the legal moves and the view, None if there are none."""
        began = monotonic()
        answer = self._ask("GET", f"/games/{game}/moves?view=true", token)
        if answer is None:
            return None
        body = answer.json() if answer.is_success else None
        # An answer that there is no such game, or no seat for the client, shows an older state.
        version = body["version"] if body else 0
        self._notes.reads.append(Read(game, began, monotonic(), version))
        return body

    def _move(self, game: str, token: str, move: Any, version: int) -> None:
        """Send a move, the same again while its outcome is unknown, though not for ever."""
        key, began = uuid4().hex, monotonic()
        expected = "*" if self._luck.random() < self._manner.any_version else f'"{version}"'
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

    def __init__(
        self,
        service: Service,
        luck: Random,
        games: int,
        clients: int,
        manner: Manner = USUAL,
    ) -> None:
        self.service, self.notes = service, Notes()
        self._until = Flag()
        self._tables = [
            Table([RetryingPlayer(service, name) for name in ("Ada", "Bob")]) for _ in range(games)
        ]
        self._clients = [
            RacingClient(
                service.web.address,
                table,
                [player.token for player in table.players],
                self.notes,
                Random(luck.random()),
                manner,
            )
            for table in self._tables * (clients // games)
        ]
        self._listeners: dict[str, Future[Heard]] = {}
        self._running: list[Future[None]] = []
        self._pool = ThreadPoolExecutor(100)

    @property
    def games(self) -> list[str]:
        return [game for table in self._tables for game in table.games]

    def begin(self) -> None:
        """Make the games, and have the clients begin."""
        for table in self._tables:
            table.renew()
        for client in self._clients:
            self._running.append(self._pool.submit(client.race, self._until))

    def listen(self) -> None:
        """Listen to games that nobody listens to yet, from their first event on."""
        for game in self.games:
            if game not in self._listeners:
                self._listeners[game] = self._pool.submit(heard_whole, self.service, game)

    def go_on(self, moves: int) -> None:
        """Return once so many more moves were acknowledged."""
        before = self.notes.acknowledged

        eventually(
            lambda: self.goes_on() and self.notes.acknowledged >= before + moves, PATIENCE_SECONDS
        )
        self.listen()

    def goes_on(self) -> bool:
        """Return True. Raises the error that stopped a client or a listener, if one has."""
        for client in self._running:
            assert not client.done(), client.result()
        for listener in self._listeners.values():
            assert not listener.done() or listener.result()
        return True

    def end(self) -> None:
        """Have everybody stop; then end each game, so that its listener has heard all."""
        for one in self.stop():
            one.result()
        self.listen()
        for table in self._tables:
            player = table.players[0]
            if player.read(f"/games/{table.game}")["status"] != "finished":
                player.resign(table.game)

    def stop(self) -> list[Future[None]]:
        """Have the clients stop; return how each of them has ended."""
        self._until.set()
        wait(self._running, PATIENCE_SECONDS)
        return self._running

    def history(self) -> History:
        """Return the acts, answers and events heard, once all is over."""
        heard = [one.result(PATIENCE_SECONDS) for one in self._listeners.values()]
        return History(self.notes.moves, self.notes.reads, heard, self.notes.taken)

    def records(self, store: RedisStore) -> Records:
        """Return the games' records that a store holds in the end."""
        return {game: decode(store.read(game)) for game in self.games}


@contextmanager
def racing(service: Service, luck: Random, games: int, clients: int) -> Iterator[Race]:
    """A race with listeners, which is over when its block is."""
    race = Race(service, luck, games, clients)
    race.begin()
    race.listen()
    yield race
    race.end()


def heard_whole(service: Service, game: str) -> Heard:
    """Listen to a game to its end, coming back whenever the stream breaks off."""
    patience = Patience(100_000, sleep=lambda seconds: sleep(min(seconds, SOON)))
    with Anabasis(service.web.address, patience=patience) as listener:
        stream = islice(listener.stream(game), MOST_HEARD)
        events = [(event["version"], event["hash"]) for event in stream]
    return Heard(game, events)
