"""A game as a player at the terminal has it, over a connection that is lost at times."""

import json

import httpx
import pytest

from clients.python import ChainBroken, Refused, Unavailable
from clients.python.terminal.context import GamePlace
from clients.python.terminal.played_game import Line, PlayedGame, stream
from tests.clients.python.canned_service import Canned, problem
from tests.clients.python.chained_events import chained

VIEW = {
    "version": 9,
    "status": "live",
    "viewer": {"seat": 0},
    "seats": [],
    "undo": {"request": None},
}
LISTED = {
    "version": 9,
    "moves": [{"type": "end_turn"}, {"type": "resign"}],
    "facts": [{"notation": "end"}, {"notation": "resign"}],
    "view": VIEW,
}


def line() -> tuple[Line, list[str]]:
    said: list[str] = []
    return Line(said.append, lambda _: None), said


def game(*answers: httpx.Response) -> PlayedGame:
    played = PlayedGame(Canned(*answers).client(retries=0), "g", line()[0])
    played.read()
    return played


def events(*seats: int) -> httpx.Response:
    listed = [{"version": 5 + n, "seat": seat} for n, seat in enumerate(seats)]
    return httpx.Response(200, json={"events": listed})


def test_a_lost_connection_is_reported_and_tried_again() -> None:
    connection, said = line()
    answers = iter([Unavailable(0, {"detail": "gone"}), Unavailable(0, {"detail": "gone"}), "back"])

    def call() -> object:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert connection.persist(call) == "back"
    assert said[0].startswith("No connection: gone. Trying again in 1 s")
    assert said[-1] == "Connected again."


def test_a_refusal_is_not_tried_again() -> None:
    connection, said = line()

    def refuse() -> None:
        raise Refused(409, {"code": "no"})

    with pytest.raises(Refused):
        connection.persist(refuse)
    assert said == []


def test_a_move_is_found_as_it_is_typed_and_sent_at_the_version_seen() -> None:
    service = Canned(httpx.Response(200, json=LISTED), httpx.Response(201, json={}))
    played = PlayedGame(service.client(), "g", line()[0])
    played.read()
    played.move("END")
    assert service.asked[-1].headers["If-Match"] == '"9"'
    assert service.asked[-1].content == b'{"type":"end_turn"}'


def test_a_move_that_is_not_listed_goes_by_its_notation() -> None:
    service = Canned(httpx.Response(200, json=LISTED), httpx.Response(201, json={}))
    played = PlayedGame(service.client(), "g", line()[0])
    played.read()
    played.move("bid 7")
    assert service.asked[-1].content == b'{"notation":"bid 7"}'


def test_at_first_the_events_since_the_own_last_move_are_new() -> None:
    played = game(httpx.Response(200, json=LISTED), events(0, 1, 0, 1, 1))
    assert [event["version"] for event in played.news()] == [8, 9]


def test_what_another_seat_asks_is_known_by_its_kind() -> None:
    played = game(httpx.Response(200, json=LISTED))
    assert played.asked() is None
    played.view = VIEW | {"clock": {"request": {"seconds": 60, "waiting_for": [0]}}}
    assert played.asked() == "extension"
    played.view = VIEW | {"undo": {"request": {"to": 3, "waiting_for": [0]}}}
    assert played.asked() == "undo"


def test_a_stream_goes_on_after_the_last_event_across_lost_connections() -> None:
    event = f"id: 4\ndata: {json.dumps(chained(4)[3])}\n\n"
    sse = {"Content-Type": "text/event-stream"}
    service = Canned(
        httpx.Response(200, headers=sse, text=event),
        httpx.Response(200, json=VIEW),
        problem(503, "unavailable"),
        httpx.Response(204),
        httpx.Response(200, json=VIEW | {"status": "finished"}),
    )
    connection, said = line()
    seen = list(stream(service.client(retries=0), GamePlace("g"), 3, connection))
    assert [each["version"] for each in seen] == [4]
    assert service.asked[2].headers["Last-Event-ID"] == "4"
    assert said[0].startswith("No connection: ")


def test_a_stream_checks_across_lost_connections_that_each_event_follows() -> None:
    *_, last = chained(4)
    other = chained(5, dice=[1, 2])[4]
    bodies = (f"id: {each['version']}\ndata: {json.dumps(each)}\n\n" for each in (last, other))
    sse = {"Content-Type": "text/event-stream"}
    answers = [httpx.Response(200, headers=sse, text=body) for body in bodies]
    service = Canned(answers[0], httpx.Response(200, json=VIEW), answers[1])
    events = stream(service.client(retries=0), GamePlace("g"), 3, line()[0])
    assert next(events) == last
    with pytest.raises(ChainBroken):
        next(events)
