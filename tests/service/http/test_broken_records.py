"""A record that breaks: served up to its last sound event, with a notice, and closed for moves."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.record.record import decode, encode
from service.http.answering import streaming
from service.store.redis_store import RedisStore, stream_key
from service.texts import LANGUAGES, text
from tests.service.api import BASE, Api, Person
from tests.service.stored_records import replace_entry

HEADER = "Record-Broken"
Damage = Callable[[str, int], None]


@pytest.fixture
def game(played: str) -> str:
    return played


def change(store: RedisStore, game: str, version: int) -> None:
    """Change the time of an event where it is stored."""
    event = decode(store.read(game))[version - 1]
    changed = replace(event, recorded_at="2030-01-01T00:00:00.000Z")
    replace_entry(store, game, version, encode(changed))


@pytest.fixture
def damage(api: Api, store: RedisStore) -> Damage:
    """Changes an event of a game that the process has not yet read."""

    def damaged(game: str, version: int) -> None:
        change(store, game, version)
        api.app.extensions["anabasis"].cache.forget(game)

    return damaged


@pytest.fixture
def broken(game: str, damage: Damage) -> str:
    """A game of six events that breaks at the fifth."""
    damage(game, 5)
    return game


def told(body: Any) -> int:
    """The version that a notice names; it gives a reason too."""
    assert body["broken"]["reason"]
    return int(body["broken"]["version"])


@pytest.mark.parametrize("path", ["", "/events", "/replay", "/export", "?at=3", "?wait=9&after=4"])
def test_reading_ends_with_the_last_sound_event_and_says_so(
    api: Api, broken: str, ada: Person, path: str
):
    answer = api.ask("GET", f"/games/{broken}{path}", ada, expect=200)
    assert answer.headers[HEADER] == "5"
    assert told(answer.json) == 5
    assert answer.json["version"] == (3 if "at" in path and "wait" not in path else 4)
    assert "ETag" not in answer.headers


def test_events_replay_and_export_hold_the_same_events(api: Api, broken: str):
    events = api.get(f"/games/{broken}/events")["events"]
    assert [event["version"] for event in events] == [1, 2, 3, 4]
    assert api.get(f"/games/{broken}/export")["events"] == events
    replay = api.get(f"/games/{broken}/replay")
    assert [replay["event"], *(step["event"] for step in replay["steps"])] == events


def test_an_etag_from_before_does_not_hide_the_notice(api: Api, game: str, damage: Damage):
    etags = [api.ask("GET", f"/games/{game}?at={n}").headers["ETag"] for n in (3, 4)]
    damage(game, 5)
    for etag in [*etags, "*"]:
        headers = {"If-None-Match": etag}
        for path in ("", "?at=3", "/replay", "/export"):
            answer = api.ask("GET", f"/games/{game}{path}", headers=headers, expect=200)
            assert told(answer.json) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_view_as_text_says_so_in_the_readers_language(
    api: Api, broken: str, ada: Person, language: str
):
    headers = {"Accept": "text/plain", "Accept-Language": language}
    answer = api.ask("GET", f"/games/{broken}", ada, headers=headers, expect=200)
    assert answer.headers[HEADER] == "5"
    assert text(language, "record_broken", version=5) in answer.get_data(as_text=True)


def test_lines_of_events_end_with_the_last_sound_one(api: Api, broken: str):
    headers = {"Accept": "application/x-ndjson"}
    answer = api.ask("GET", f"/games/{broken}/events", headers=headers, expect=200)
    lines = answer.get_data(as_text=True).splitlines()
    assert [json.loads(line)["version"] for line in lines] == [1, 2, 3, 4]
    assert answer.headers[HEADER] == "5"


def test_a_stream_ends_with_the_last_sound_event_and_a_notice(api: Api, broken: str):
    answer = api.ask("GET", f"/games/{broken}/stream?after=2", expect=200)
    assert answer.headers[HEADER] == "5"
    _, *frames = answer.get_data(as_text=True).split("\n\n")
    *events, notice, end = [frame.split("\n") for frame in frames]
    assert [lines[0] for lines in events] == ["id: 3", "id: 4"]
    assert notice[0] == "event: broken"
    assert json.loads(notice[1].removeprefix("data: "))["version"] == 5
    assert end == [""]
    again = api.ask("GET", f"/games/{broken}/stream", headers={"Last-Event-ID": "4"})
    assert (again.status_code, again.headers[HEADER]) == (204, "5")


COMMANDS: dict[str, Any] = {
    "moves": {"type": "end_turn"},
    "undo": {"to": 3},
    "redo": {},
    "undo/answer": {"accept": True},
    "resign": {},
    "preview": {"type": "end_turn"},
    "seats": {},
}


@pytest.mark.parametrize("path", COMMANDS)
def test_nothing_is_added_to_it(api: Api, store: RedisStore, broken: str, ada: Person, path: str):
    before = store.read(broken)
    answer = api.act(broken, ada, path, COMMANDS[path], version=4)
    assert (answer.status_code, answer.json["code"]) == (409, "record_broken")
    assert (answer.json["version"], answer.headers[HEADER]) == (5, "5")
    assert "/verify" in answer.json["detail"]
    assert store.read(broken) == before


def test_a_break_that_only_the_append_finds_closes_the_game_too(
    api: Api, store: RedisStore, game: str, ada: Person
):
    event = replace(decode(store.read(game))[5], version=7)
    store.client.xadd(stream_key(game), {"e": encode(event)}, "7-0")
    answer = api.act(game, ada, "resign", {}, version=False)
    assert (answer.status_code, answer.json["code"]) == (409, "record_broken")
    assert answer.headers[HEADER] == "7"


def test_no_move_is_listed(api: Api, broken: str, ada: Person):
    listed = api.get(f"/games/{broken}/moves", ada)
    assert (listed["version"], listed["moves"], listed["complete"]) == (4, [], True)


def test_a_command_from_before_the_break_is_answered_again_one_past_it_is_not(
    api: Api, ada: Person, bob: Person, damage: Damage
):
    game = api.game(ada, bob)
    moves = api.moves(game, ada)
    first = api.act(game, ada, "moves", moves[0], key="a")
    later = api.moves(game, ada)[0]
    assert api.act(game, ada, "moves", later, key="b").status_code == 201
    damage(game, 5)
    again = api.act(game, ada, "moves", moves[0], version=3, key="a")
    assert (again.status_code, again.data) == (201, first.data)
    lost = api.act(game, ada, "moves", later, version=4, key="b")
    assert (lost.status_code, lost.json["code"]) == (409, "record_broken")


def test_a_study_goes_on_from_a_sound_event_and_from_no_other(api: Api, broken: str, ada: Person):
    made = api.ask("POST", f"/games/{broken}/branches", ada, json={"at": 4}, expect=201)
    study = made.json["game_id"]
    assert "broken" not in api.view(study, ada)
    assert api.moves(study, ada)
    assert api.ask("POST", f"/games/{broken}/branches", ada, json={"at": 5}).status_code == 422


def test_from_an_audit_on_a_break_beneath_a_kept_game_is_shown_by_every_answer(
    api: Api, store: RedisStore, game: str
):
    assert "broken" not in api.view(game)
    change(store, game, 5)
    assert api.get(f"/games/{game}/verify")["broken_at"] == 5
    assert told(api.view(game)) == 5


def test_a_stream_that_waits_ends_when_its_game_turns_out_to_break(
    api: Api, store: RedisStore, game: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(streaming, "KEEP_ALIVE_SECONDS", 0.02)
    client = api.app.test_client(use_cookies=False)
    with client.get(f"{BASE}/games/{game}/stream?after=6", buffered=False) as answer:
        pieces = answer.iter_encoded()
        assert [next(pieces), next(pieces)] == [b"retry: 2000\n\n", b": still here\n\n"]
        change(store, game, 5)
        api.get(f"/games/{game}/verify")
        assert told(api.view(game)) == 5
        assert b"".join(pieces).startswith((b"event: broken\n", b": still here\n\nevent: broken\n"))


def test_strangers_do_not_learn_of_an_unlisted_game_that_it_breaks(
    api: Api, ada: Person, bob: Person, eve: Person, damage: Damage
):
    game = api.game(ada, seats=2, bots=["random"], listed=False)
    damage(game, 3)
    assert api.ask("GET", f"/games/{game}", ada, expect=200).headers[HEADER] == "3"
    for path in ("", "/events", "/stream", "/verify"):
        answer = api.ask("GET", f"/games/{game}{path}", eve, expect=404)
        assert HEADER not in answer.headers


def test_a_sound_record_has_neither_notice_nor_header(api: Api, game: str, ada: Person):
    for path in ("", "/events", "/replay", "/export", "/verify"):
        answer = api.ask("GET", f"/games/{game}{path}", ada, expect=200)
        assert HEADER not in answer.headers
        assert "broken" not in answer.json
    assert HEADER not in api.ask("GET", "/games").headers


def test_a_finished_game_that_breaks_is_shown_with_closed_hands(
    api: Api, ada: Person, bob: Person, damage: Damage
):
    game = api.game(ada, bob)
    api.move(game, ada)
    api.move(game, ada, {"type": "resign"})
    assert api.view(game)["status"] == "finished"
    damage(game, 5)
    view = api.view(game)
    assert (view["status"], view["version"]) == ("live", 4)
    assert all(seat["hand"] is None for seat in view["state"]["seats"])
    export = api.get(f"/games/{game}/export")
    assert (export["complete"], export["redacted"]) == (False, True)
    assert export["events"][0]["data"]["secret"] is None


def test_every_answer_about_a_game_is_described_with_the_header(api: Api):
    spec = api.get("/openapi.json")
    assert f"{BASE}/games/{{game_id}}" in spec["paths"]
    for path, methods in spec["paths"].items():
        for method in methods.keys() - {"parameters"}:
            for status, response in methods[method]["responses"].items():
                is_marked = HEADER in response.get("headers", {})
                assert is_marked == ("{game_id}" in path and status[0] in "23"), (path, status)
    assert HEADER in spec["components"]["responses"]["Refused409"]["headers"]
