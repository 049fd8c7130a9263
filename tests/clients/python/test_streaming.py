"""A stream goes on after a broken connection, from where it was, and not for ever."""

import json
from itertools import islice

import httpx
import pytest

from clients.python import ApiError, Forbidden, Unavailable
from tests.clients.python.canned_service import Broken, Canned, problem
from tests.clients.python.chained_events import chained

EVENTS = {"Content-Type": "text/event-stream"}
RECORD = chained(9)


def framed(*versions: int) -> bytes:
    frames = [f"id: {v}\ndata: {json.dumps(RECORD[v - 1])}\n\n" for v in versions]
    return "".join(["retry: 2000\n\n", *frames]).encode()


def sent(*versions: int) -> httpx.Response:
    return stream_of(framed(*versions))


def stream_of(content: bytes) -> httpx.Response:
    return httpx.Response(200, headers=EVENTS, content=content)


def broken_after(*versions: int) -> httpx.Response:
    return httpx.Response(
        200, headers=EVENTS, stream=Broken(framed(*versions), b"id: 99\ndata: half")
    )


def resumed_from(service: Canned) -> list[str | None]:
    return [request.headers.get("Last-Event-ID") for request in service.asked]


def test_events_come_until_the_service_says_that_no_more_will():
    service = Canned(sent(1, 2, 3), httpx.Response(204))
    assert [event["version"] for event in service.client().stream("g")] == [1, 2, 3]
    assert resumed_from(service) == [None, "3"]


def test_a_broken_stream_is_resumed_after_the_last_whole_event():
    service = Canned(broken_after(1, 2), broken_after(3), sent(4), httpx.Response(204))
    assert [event["version"] for event in service.client().stream("g")] == [1, 2, 3, 4]
    assert resumed_from(service) == [None, "2", "3", "4"]


def test_a_stream_begins_at_the_requested_version():
    service = Canned(sent(8), httpx.Response(204))
    assert [event["version"] for event in service.client().stream("g", 7)] == [8]
    assert resumed_from(service)[0] == "7"


def test_the_pause_the_service_asked_for_is_kept():
    service = Canned(sent(1), httpx.Response(204))
    list(service.client().stream("g"))
    assert service.pauses == [2.0]


def test_a_service_that_stays_away_ends_the_stream_with_an_error():
    service = Canned(sent(1), httpx.ConnectError("refused"))
    stream = service.client(retries=3).stream("g")
    assert [event["version"] for event in islice(stream, 1)] == [1]
    with pytest.raises(Unavailable):
        next(stream)
    assert len(service.asked) == 1 + 3


def test_progress_renews_the_patience():
    breaks = [broken_after(version) for version in range(1, 10)]
    service = Canned(*breaks, httpx.Response(204))
    assert len(list(service.client(retries=2).stream("g"))) == 9


def test_a_service_that_only_closes_is_left_alone_after_a_while():
    service = Canned(sent())
    assert list(service.client(retries=2).stream("g")) == []
    assert len(service.asked) == 3


def test_a_refused_stream_is_an_error_at_once():
    service = Canned(problem(403, "no_seat"))
    with pytest.raises(Forbidden):
        next(service.client().stream("g"))
    assert len(service.asked) == 1


def test_data_that_is_not_json_is_an_error():
    with pytest.raises(ApiError, match="not JSON"):
        next(Canned(stream_of(b"data: hello\n\n")).client().stream("g"))


def test_an_answer_that_is_no_stream_is_an_error():
    with pytest.raises(ApiError, match="not JSON"):
        next(Canned(httpx.Response(200, text="hello")).client().stream("g"))


def test_letters_of_several_bytes_come_whole_however_the_bytes_are_cut():
    name = "Ἀλέξανδρος 🐘"
    [event] = chained(1, name=name)
    raw = f"id: 1\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
    pieces = Broken(*(raw[at : at + 1] for at in range(len(raw))))
    service = Canned(httpx.Response(200, headers=EVENTS, stream=pieces))
    assert next(service.client().stream("g")) == event


def test_a_notice_that_the_record_breaks_is_no_event_of_the_game():
    notice = b'event: broken\ndata: {"version": 3, "reason": "why"}\n\n'
    service = Canned(stream_of(framed(1, 2) + notice), httpx.Response(204))
    assert [event["version"] for event in service.client().stream("g")] == [1, 2]
    assert resumed_from(service) == [None, "2"]


def test_a_notice_without_an_id_leaves_the_place_where_the_stream_was_taken_up():
    closed = b'event: host\ndata: {"version": 7, "closed": null}\n\n'
    service = Canned(stream_of(closed), sent(8), httpx.Response(204))
    assert [event["version"] for event in service.client().stream("g", 7)] == [8]
    assert resumed_from(service) == ["7", "7", "8"]
