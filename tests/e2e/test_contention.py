"""Fifty clients at once on one game: one is recorded, and everybody is told the truth."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any

import httpx
import pytest

from clients.python import Anabasis
from tests.servers import Service

CLIENTS = 50
STEPPE = {"rows": ["." * 24] * 8 + ["T.A.H.L.S.T.A.H.L.S.T.A."], "start": [10, 0]}
"""The nearest space of any kind is far away, so that hundreds of shortest ways lead there."""


@dataclass(frozen=True, slots=True)
class Table:
    """A live game of two people, Ada to move."""

    service: Service
    game: str
    ada: Anabasis
    bob: Anabasis

    @property
    def version(self) -> int:
        return int(self.ada.view(self.game)["version"])

    @property
    def recorded(self) -> list[int]:
        return [event["version"] for event in self.ada.events(self.game)["events"]]

    def moves(self, type_: str | None = None) -> list[Any]:
        listed = self.ada.moves(self.game, type=type_)["moves"]
        return [move for move in listed if move["type"] != "resign"]

    def play(self, moves: int) -> None:
        """So many moves of Ada's turn, the first listed each time."""
        for _ in range(moves):
            self.ada.move(self.game, self.moves()[0], self.version)

    def post(self, http: httpx.Client, move: Any, version: int, key: str = "") -> httpx.Response:
        """Ada's move over a connection of the caller's own."""
        headers = {"Authorization": f"Bearer {self.ada.token}", "If-Match": f'"{version}"'}
        if key:
            headers["Idempotency-Key"] = key
        return http.post(f"/api/v1/games/{self.game}/moves", json=move, headers=headers)

    def at_once(self, ask: Callable[[int, httpx.Client], httpx.Response]) -> list[httpx.Response]:
        """The answers to fifty clients that ask at the same moment, each by its number."""
        barrier = Barrier(CLIENTS)

        def one(number: int) -> httpx.Response:
            with httpx.Client(base_url=self.service.web.address, timeout=60.0) as http:
                http.get("/livez")
                barrier.wait()
                return ask(number, http)

        with ThreadPoolExecutor(CLIENTS) as pool:
            return list(pool.map(one, range(CLIENTS)))


@pytest.fixture
def table(service: Service) -> Table:
    return table_on(service, "near_east")


def table_on(service: Service, board: Any) -> Table:
    ada, bob = service.player("Ada"), service.player("Bob")
    game = ada.create_game(ruleset="alexandros", board=board, seats=2, first_seat=0)["game_id"]
    bob.take_seat(game)
    return Table(service, game, ada, bob)


def statuses(answers: list[httpx.Response]) -> dict[int, int]:
    return dict(Counter(answer.status_code for answer in answers))


def test_of_fifty_equal_moves_at_once_one_is_recorded(table: Table) -> None:
    version, move = table.version, table.moves()[0]
    answers = table.at_once(lambda _, http: table.post(http, move, version))
    assert statuses(answers) == {201: 1, 412: CLIENTS - 1}
    assert table.recorded == [*range(1, version + 2)]
    stale = next(answer for answer in answers if answer.status_code == 412)
    assert (stale.json()["code"], stale.headers["ETag"]) == ("stale_version", f'"{version + 1}"')


def test_of_fifty_different_moves_at_once_one_is_recorded(service: Service) -> None:
    table = table_on(service, STEPPE)
    table.play(1)
    version, moves = table.version, table.moves("march")[:CLIENTS]
    assert len({str(move) for move in moves}) == CLIENTS
    answers = table.at_once(lambda number, http: table.post(http, moves[number], version))
    assert statuses(answers) == {201: 1, 412: CLIENTS - 1}
    assert table.recorded == [*range(1, version + 2)]
    taken = next(n for n, answer in enumerate(answers) if answer.status_code == 201)
    [event] = table.ada.events(table.game, after=version)["events"]
    assert event["data"]["path"] == moves[taken]["path"]


def test_fifty_equal_keys_at_once_are_one_event_and_one_answer(table: Table) -> None:
    version, move = table.version, table.moves()[0]
    answers = table.at_once(lambda _, http: table.post(http, move, version, "once"))
    assert statuses(answers) == {201: CLIENTS}
    assert len({answer.content for answer in answers}) == 1
    assert table.recorded == [*range(1, version + 2)]
    table.play(3)
    later = table.at_once(lambda _, http: table.post(http, move, version, "once"))
    assert statuses(later) == {201: CLIENTS}
    assert {answer.content for answer in later} == {answers[0].content}
    assert table.recorded == [*range(1, version + 5)]
    assert table.ada.verify(table.game)["valid"]
