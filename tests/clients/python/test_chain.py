"""The client recomputes the hash of each event, and refuses one that does not follow."""

import gzip
import json
from typing import Any

import httpx
import pytest

from clients.python import Anabasis, ChainBroken, LastSeen
from clients.python.chain import Chain, hash_of
from tests.clients.python.canned_service import Canned
from tests.clients.python.chained_events import chained, sealed
from tests.service.running import ROOT

Json = dict[str, Any]
EVENTS = {"Content-Type": "text/event-stream"}
LINES = {"Content-Type": "application/x-ndjson"}


def streamed(*events: Json, kind: str = "") -> httpx.Response:
    frames = [f"{kind}id: {each['version']}\ndata: {json.dumps(each)}\n\n" for each in events]
    return httpx.Response(200, headers=EVENTS, content="".join(frames).encode())


def lines(*events: Json) -> httpx.Response:
    content = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in events)
    return httpx.Response(200, headers=LINES, content=content.encode())


def test_hidden_values_are_null_in_the_hash_whether_they_are_shown_or_not():
    parts = {"version": 1, "prev": "0" * 64, "commitments": {"luck/1": "ab", "card": "cd"}}
    hidden = sealed({**parts, "data": {"luck": [1, None], "card": None}})
    shown = {**hidden, "data": {"luck": [1, 6], "card": "horse"}, "salts": {"card": "ef"}}
    assert hash_of(shown) == hash_of(hidden) == hidden["hash"]
    assert shown["data"]["card"] == "horse"


def test_what_is_no_part_of_the_record_is_not_hashed():
    [event] = chained(1)
    assert (
        hash_of({**event, "undone": True, "later": "a field of a later release"}) == event["hash"]
    )


@pytest.mark.parametrize(
    "change",
    [
        {"data": {"card": "horse"}},
        {"seat": 1},
        {"type": "marched"},
        {"recorded_at": "2026-11-29T00:00:01.000Z"},
        {"prev": "1" * 64},
        {"hash": "1" * 64},
        {"hash": None},
        {"version": 2},
        {"by": "clock"},
        {"commitments": {"card": "ab"}},
    ],
)
def test_a_changed_event_is_refused(change: Json):
    [event] = chained(1)
    chain = Chain()
    with pytest.raises(ChainBroken, match="is not to be trusted"):
        chain.follow(event | change)
    assert chain.seen == LastSeen()


def test_an_event_of_another_line_is_refused_though_its_own_hash_is_right():
    record, other = chained(2), chained(2, card="horse")
    chain = Chain()
    chain.follow(record[0])
    with pytest.raises(ChainBroken, match="does not follow"):
        chain.follow(other[1])


def test_an_event_left_out_is_refused():
    record = chained(3)
    chain = Chain()
    chain.follow(record[0])
    with pytest.raises(ChainBroken):
        chain.follow(record[2])


def test_a_stream_says_what_it_saw_last_and_another_goes_on_from_there():
    record = chained(3)
    service = Canned(streamed(*record[:2]), httpx.Response(204))
    stream = service.client().stream("g")
    assert list(stream) == record[:2]
    assert stream.seen == LastSeen(2, record[1]["hash"])
    service = Canned(streamed(record[2]), httpx.Response(204))
    later = service.client().stream("g", stream.seen.version, stream.seen.hash)
    assert list(later) == record[2:]
    assert service.asked[0].headers["Last-Event-ID"] == "2"


def test_a_stream_that_goes_on_from_an_unknown_hash_takes_the_first_on_trust():
    record, other = chained(4), chained(4, card="horse")
    service = Canned(streamed(record[2], other[3]))
    stream = service.client().stream("g", 2)
    assert next(stream) == record[2]
    with pytest.raises(ChainBroken) as refused:
        next(stream)
    assert refused.value.seen == stream.seen == LastSeen(3, record[2]["hash"])
    assert refused.value.event == other[3]


def test_the_store_may_have_lost_the_last_events():
    record = chained(3)
    back = streamed({"version": 1}, kind="event: rolled_back\n")
    changed = sealed({"version": 2, "prev": record[0]["hash"], "data": {"card": "lyre"}})
    service = Canned(streamed(*record), back, streamed(changed), httpx.Response(204))
    stream = service.client().stream("g")
    assert list(stream) == [*record, changed]


def test_a_whole_record_is_read_in_pages_of_lines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("clients.python.records._EVENTS", 2)
    record = chained(3, name="Ἀλέξανδρος\u2028\x85🐘")
    service = Canned(lines(*record[:2]), lines(record[2]))
    assert list(service.client().iter_events("g", code="k")) == record
    asked = [request.url.params.multi_items() for request in service.asked]
    pages = [[("after", after), ("limit", "2"), ("join_code", "k")] for after in "02"]
    assert asked == pages
    assert service.asked[0].headers["Accept"] == "application/x-ndjson"


def test_a_changed_line_is_refused():
    record = chained(2)
    service = Canned(lines(record[0], record[1] | {"seat": 3}))
    events = service.client().iter_events("g")
    assert next(events) == record[0]
    with pytest.raises(ChainBroken):
        next(events)


@pytest.mark.parametrize("ruleset", ["alexandros", "settlers", "alexander_the_great"])
def test_stored_games_of_every_ruleset_follow(ruleset: str):
    games = sorted((ROOT / "tests" / "fixtures" / ruleset).glob("*.json.gz"))
    chains = [followed(json.loads(gzip.decompress(game.read_bytes()))["events"]) for game in games]
    assert chains
    assert all(chain.seen.version > 1 for chain in chains)


def followed(events: list[Json]) -> Chain:
    chain = Chain()
    for event in events:
        chain.follow(event)
    return chain


def test_the_client_is_named_in_its_requests():
    service = Canned(httpx.Response(200, json={}))
    service.client().me()
    assert service.asked[0].headers["User-Agent"].startswith("anabasis-client/")
    with Anabasis("http://games.test", transport=service, program="my-bot/1.0") as named:
        named.me()
    assert service.asked[1].headers["User-Agent"].startswith("my-bot/1.0 anabasis-client/")
