"""An account's stream goes on after a broken connection, from where it was, and without end."""

import json
from itertools import islice

import httpx
import pytest

from clients.python import Unavailable
from tests.clients.python.canned_service import Canned

EVENTS = {"Content-Type": "text/event-stream"}


def sent(*ids: str) -> httpx.Response:
    frames = [
        f"event: your_turn\nid: {id_}\ndata: {json.dumps({'kind': 'your_turn'})}\n\n" for id_ in ids
    ]
    return httpx.Response(200, headers=EVENTS, content="".join(frames).encode())


def test_events_come_with_their_ids_and_a_lost_stream_is_resumed():
    service = Canned(sent("5-0", "7-0"), sent(), sent("9-1"))
    events = list(islice(service.client().me_stream(), 3))
    assert [(each["kind"], each["id"]) for each in events] == [
        ("your_turn", "5-0"),
        ("your_turn", "7-0"),
        ("your_turn", "9-1"),
    ]
    resumed = [request.headers.get("Last-Event-ID") for request in service.asked]
    assert resumed == [None, "7-0", "7-0"]
    assert {request.url.path.rpartition("/api")[2] for request in service.asked} == {
        "/v1/me/stream"
    }


def test_a_quiet_account_is_listened_to_however_often_its_line_ends():
    service = Canned(*[sent()] * 20, sent("9-1"))
    assert next(service.client(retries=3).me_stream("5-0"))["id"] == "9-1"


def test_a_service_that_stays_away_ends_the_stream_with_an_error():
    service = Canned(httpx.ConnectError("refused"))
    with pytest.raises(Unavailable):
        next(service.client(retries=3).me_stream())
    assert len(service.asked) == 1 + 3


def test_a_wait_for_the_list_names_what_is_known():
    service = Canned(httpx.Response(200, json={"games": []}))
    service.client().my_games(wait=20, after="5-0")
    assert service.asked[0].url.query == b"wait=20&after=5-0"
