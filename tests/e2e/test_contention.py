"""Fifty clients at once on one game: one move is recorded, and every answer is true."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx

from tests.e2e.seating import Table, seated
from tests.servers import Service

CLIENTS = 50
STEPPE = {"rows": ["." * 24] * 8 + ["T.A.H.L.S.T.A.H.L.S.T.A."], "start": [10, 0]}
"""The nearest space of any kind is far away, so that hundreds of shortest ways lead there."""


def post(
    table: Table, http: httpx.Client, move: Any, version: int, key: str = ""
) -> httpx.Response:
    """The first seat's move over a connection of the caller's own."""
    headers = {"Authorization": f"Bearer {table.people[0].token}", "If-Match": f'"{version}"'}
    if key:
        headers["Idempotency-Key"] = key
    return http.post(f"/api/v1/games/{table.game}/moves", json=move, headers=headers)


def at_once(
    table: Table, ask: Callable[[int, httpx.Client], httpx.Response]
) -> list[httpx.Response]:
    """The answers to fifty clients that ask at the same moment, each by its number."""
    barrier = Barrier(CLIENTS)

    def one(number: int) -> httpx.Response:
        with httpx.Client(base_url=table.service.web.address, timeout=60.0) as http:
            barrier.wait()
            return ask(number, http)

    with ThreadPoolExecutor(CLIENTS) as pool:
        return list(pool.map(one, range(CLIENTS)))


def statuses(answers: list[httpx.Response]) -> dict[int, int]:
    return dict(Counter(answer.status_code for answer in answers))


def test_of_fifty_equal_moves_at_once_one_is_recorded(service: Service) -> None:
    table = seated(service, "Ada", "Bob")
    version, move = table.version, table.moves()[0]
    answers = at_once(table, lambda _, http: post(table, http, move, version))
    assert statuses(answers) == {201: 1, 412: CLIENTS - 1}
    assert table.recorded == [*range(1, version + 2)]
    stale = next(answer for answer in answers if answer.status_code == 412)
    assert (stale.json()["code"], stale.headers["ETag"]) == ("stale_version", f'"{version + 1}"')


def test_of_fifty_different_moves_at_once_one_is_recorded(service: Service) -> None:
    table = seated(service, "Ada", "Bob", board=STEPPE)
    version, moves = table.play(1), table.moves(type_="march")[:CLIENTS]
    assert len({str(move) for move in moves}) == CLIENTS
    answers = at_once(table, lambda number, http: post(table, http, moves[number], version))
    assert statuses(answers) == {201: 1, 412: CLIENTS - 1}
    assert table.recorded == [*range(1, version + 2)]
    taken = next(n for n, answer in enumerate(answers) if answer.status_code == 201)
    [event] = table.people[0].events(table.game, after=version)["events"]
    assert event["data"]["path"] == moves[taken]["path"]


def test_fifty_equal_keys_at_once_are_one_event_and_one_answer(service: Service) -> None:
    table = seated(service, "Ada", "Bob")
    version, move = table.version, table.moves()[0]
    answers = at_once(table, lambda _, http: post(table, http, move, version, "once"))
    assert statuses(answers) == {201: CLIENTS}
    assert len({answer.content for answer in answers}) == 1
    assert table.recorded == [*range(1, version + 2)]
    table.play(3)
    later = at_once(table, lambda _, http: post(table, http, move, version, "once"))
    assert statuses(later) == {201: CLIENTS}
    assert {answer.content for answer in later} == {answers[0].content}
    assert table.recorded == [*range(1, version + 5)]
    assert table.people[0].verify(table.game)["valid"]
