"""Replays over HTTP: one answer holds every view and every event."""

import gzip
from collections.abc import Iterable
from typing import Any

import brotli
import msgspec
import pytest
from flask_compress.compat import compression

from domain.record.record import Event
from service.http.answering.long_answers import array
from service.http.resources import replays
from service.store.redis_store import RedisStore
from tests import fixtures
from tests.service.api import BASE, Api, Person
from tests.service.stored_records import known, record
from tests.stepping import stepped

GAMES = ("tiny-dutch-down", "tiny-three-consent", "tiny-four-leaving", "strip-two", "isles-two")
UNDONE = "tiny-dutch-down"


def events_of(name: str) -> list[Event]:
    path = fixtures.FOLDER / "alexandros" / f"{name}.json.gz"
    return fixtures.events_of(fixtures.load(path))


def players_in(events: list[Event]) -> list[str]:
    taken = [event.data["player"] for event in events if event.type == "seat_taken"]
    return [player for player in taken if player]


def viewers(store: RedisStore, events: list[Event]) -> list[Person | None]:
    return [None, *(known(store, player) for player in players_in(events))]


def views_of(replay: Any) -> list[Any]:
    """The views of a replay by its own definition."""
    views = [replay["first"]]
    for step in replay["steps"]:
        views.append(stepped(views[-1], step["changes"]))
    return views


def assert_true(api: Api, game: str, who: Person | None, replay: Any, after: int = 1) -> None:
    """Every view and event equals its own separate answer."""
    for at, view in enumerate(views_of(replay), start=after):
        told = api.ask("GET", f"/games/{game}?at={at}", who, expect=200).data
        assert msgspec.json.encode(view) == told
    events = api.get(f"/games/{game}/events", who)["events"]
    own = [replay["event"], *(step["event"] for step in replay["steps"])]
    assert msgspec.json.encode(own) == msgspec.json.encode(events[after - 1 :])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", [0.35, 0.8, 1])
def test_a_replay_is_every_moment_and_event_as_its_viewer_may_see_them(
    api: Api, store: RedisStore, name: str, part: float
):
    events = events_of(name)
    events = events[: int(len(events) * part)]
    game = record(store, "g", events)
    for who in viewers(store, events):
        replay = api.get(f"/games/{game}/replay", who)
        assert (replay["version"], len(replay["steps"])) == (len(events), len(events) - 1)
        assert_true(api, game, who, replay)


def test_these_games_have_undone_lines(api: Api, store: RedisStore):
    game = record(store, "g", events_of(UNDONE))
    steps = api.get(f"/games/{game}/replay")["steps"]
    assert any(step["event"]["undone"] for step in steps)


def test_a_replay_may_begin_later(api: Api, store: RedisStore):
    events = events_of(UNDONE)
    game = record(store, "g", events)
    for after in (2, len(events) - 1, len(events)):
        replay = api.get(f"/games/{game}/replay?after={after}")
        assert replay["event"]["version"] == replay["first"]["version"] == after
        assert len(replay["steps"]) == len(events) - after
        assert_true(api, game, None, replay, after)


def test_a_replay_comes_in_parts_when_fewer_steps_are_asked_for(api: Api, store: RedisStore):
    game = record(store, "g", events_of(UNDONE))
    whole = api.get(f"/games/{game}/replay")
    assert not whole["more"]
    after, parts = 1, []
    while not parts or parts[-1]["more"]:
        parts.append(api.get(f"/games/{game}/replay?after={after}&limit=20"))
        assert (parts[-1]["event"]["version"], parts[-1]["version"]) == (after, whole["version"])
        after += 20
    assert [len(part["steps"]) for part in parts[:-1]] == [20] * (len(parts) - 1)
    assert [step for part in parts for step in part["steps"]] == whole["steps"]
    assert views_of(parts[1]) == views_of(whole)[20:41]


@pytest.mark.parametrize("limit", [0, -1, 2_001, "x"])
def test_the_steps_of_one_answer_are_bounded(api: Api, ada, bob, limit):
    answer = api.ask("GET", f"/games/{api.game(ada, bob)}/replay?limit={limit}")
    assert (answer.status_code, [*answer.json["errors"]]) == (422, ["limit"])


@pytest.mark.parametrize("after", [0, -1, 99, "x"])
def test_a_replay_begins_with_an_event_that_happened(api: Api, ada, bob, after):
    answer = api.ask("GET", f"/games/{api.game(ada, bob)}/replay?after={after}")
    assert answer.status_code == 422
    assert "after" in answer.json["errors"]


def test_a_replay_of_a_live_game_shows_one_hand_and_of_a_finished_one_all(api: Api, ada, bob):
    game = api.game(ada, bob)
    hands = lambda view: [s["hand"] is not None for s in view["state"]["seats"]]  # noqa: E731
    for who, open_hands in ((None, [False, False]), (ada, [True, False]), (bob, [False, True])):
        assert hands(views_of(api.get(f"/games/{game}/replay", who))[-1]) == open_hands
    api.act(game, bob, "resign", {}, version=False)
    assert hands(views_of(api.get(f"/games/{game}/replay"))[2]) == [True, True]


def test_a_study_hides_nothing_at_any_moment(api: Api, ada: Person, bob: Person):
    made = api.ask("POST", f"/games/{api.game(ada, bob)}/branches", ada, json={"at": 3})
    study = made.json["game_id"]
    replay = api.get(f"/games/{study}/replay", ada)
    assert [seat["hand"] is None for seat in replay["first"]["state"]["seats"]] == [False, False]
    assert_true(api, study, ada, replay)


# Kept
def test_a_replay_is_asked_for_again_only_when_something_happened(api: Api, ada, bob):
    game = api.game(ada, bob)
    first = api.ask("GET", f"/games/{game}/replay", ada)
    assert first.headers["ETag"] == '"3"'
    asked = {"If-None-Match": '"3"'}
    again = api.ask("GET", f"/games/{game}/replay", ada, headers=asked)
    assert (again.status_code, again.data) == (304, b"")
    api.move(game, ada)
    assert api.ask("GET", f"/games/{game}/replay", ada, headers=asked).status_code == 200


def test_shared_caches_keep_only_public_replays_of_finished_games(
    api: Api, ada: Person, bob: Person
):
    game = api.game(ada, bob)
    hidden = api.game(ada, seats=2, bots=["greedy"], listed=False)
    code = api.view(hidden, ada)["join_code"]
    for each in (game, hidden):
        api.act(each, ada, "resign", {}, version=False)
    for path, who, scope in (
        (game, None, "public"),
        (game, ada, "private"),
        (hidden, ada, "private"),
    ):
        kept = api.ask("GET", f"/games/{path}/replay", who, expect=200).headers
        assert kept["Cache-Control"] == f"{scope}, max-age=3600"
        assert {"Authorization", "Cookie"} <= set(kept["Vary"].split(", "))
    by_code = api.ask("GET", f"/games/{hidden}/replay?join_code={code}", expect=200)
    assert by_code.headers["Cache-Control"].startswith("private")
    assert api.ask("GET", f"/games/{hidden}/replay").status_code == 404


def test_a_long_games_replay_is_small(api: Api, store: RedisStore):
    events = events_of("near-east-four-greedy")
    game = record(store, "g", events)
    told = api.client.get(f"{BASE}/games/{game}/replay").data
    assert len(gzip.compress(told, 6)) < 150 * len(events)


# Made once
@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows with each replay that is made."""
    made: list[int] = []

    def counted(items: Iterable[Any]) -> Any:
        made.append(1)
        return array(items)

    monkeypatch.setattr(replays, "array", counted)
    return made


@pytest.fixture
def ended(api: Api, ada: Person, bob: Person) -> str:
    """A finished game, in which Eve sat before it began."""
    eve = api.person("Eve")
    made = {"ruleset": "alexandros", "seats": 3, "board": "tiny", "first_seat": 0}
    game = str(api.ask("POST", "/games", ada, json=made, expect=201).json["game_id"])
    api.ask("POST", f"/games/{game}/seats", eve, json={}, expect=201)
    api.ask("DELETE", f"/games/{game}/seats/1", eve, expect=200)
    api.ask("POST", f"/games/{game}/seats", bob, json={}, expect=201)
    api.ask("POST", f"/games/{game}/seats", ada, json={"bot": "greedy"}, expect=201)
    for person in (ada, bob):
        api.act(game, person, "resign", {}, version=False)
    assert api.view(game)["status"] == "finished"
    return game


@pytest.mark.parametrize("path", ["?at=3", "/replay"])
def test_earlier_moments_are_new_once_somebody_who_left_the_game_has_another_name(
    api: Api, ada: Person, path: str
):
    eve = api.person("Eve")
    terms = {"ruleset": "alexandros", "seats": 3}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json["game_id"]
    api.ask("POST", f"/games/{game}/seats", eve, json={}, expect=201)
    api.ask("DELETE", f"/games/{game}/seats/1", eve, expect=200)
    shown = api.ask("GET", f"/games/{game}{path}", expect=200)
    assert "Eve" in shown.text
    api.ask("PATCH", "/me", eve, json={"name": "Zed"}, expect=200)
    known = {"If-None-Match": shown.headers["ETag"]}
    assert "Zed" in api.ask("GET", f"/games/{game}{path}", headers=known, expect=200).text


def replay_of(api: Api, game: str, who: Person | None = None, coding: str = "identity", **more):
    headers = {"Accept-Encoding": coding, **more}
    return api.ask("GET", f"/games/{game}/replay", who, headers=headers)


def test_a_finished_games_replay_is_made_once_for_all_who_see_the_same(
    api: Api, ended: str, making: list[int]
):
    stranger = api.person("Zoe")
    told = [replay_of(api, ended, who).data for who in (None, stranger, None)]
    assert (len(set(told)), making) == (1, [1])
    ada, *_, eve = [person for person in api.people if person.name in ("Ada", "Bob", "Eve")]
    for who in (ada, eve, ada, eve):
        assert_true(api, ended, who, replay_of(api, ended, who).json)
    assert making == [1, 1, 1]


def test_a_running_games_replay_is_not_kept(api: Api, ada, bob, making: list[int]):
    game = api.game(ada, bob)
    for _ in range(2):
        assert replay_of(api, game).status_code == 200
    assert making == [1, 1]


def test_a_kept_replay_is_sent_in_the_coding_that_the_client_prefers(
    api: Api, store: RedisStore, making: list[int]
):
    game = record(store, "g", events_of(UNDONE))
    plain = replay_of(api, game)
    zstd = compression.zstd.decompress
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, "zstd": zstd}
    etags = {plain.headers["ETag"]}
    for asked, coding in (
        ("gzip", "gzip"),
        ("br", "br"),
        ("gzip, br, zstd", "br"),
        ("zstd", "zstd"),
        ("gzip;q=1, br;q=0.5", "gzip"),
    ):
        answer = replay_of(api, game, coding=asked)
        assert answer.headers["Content-Encoding"] == coding
        assert unpack[coding](answer.data) == plain.data
        assert "Accept-Encoding" in answer.headers["Vary"]
        etags.add(answer.headers["ETag"])
    assert "Content-Encoding" not in plain.headers
    assert (len(etags), making) == (4, [1])


def test_a_finished_games_replay_is_unchanged_without_being_made(
    api: Api, ended: str, making: list[int]
):
    etag = replay_of(api, ended).headers["ETag"]
    api.app.extensions["anabasis"].kept_answers._contents.clear()
    again = replay_of(api, ended, **{"If-None-Match": etag})
    assert (again.status_code, again.data, making) == (304, b"", [1])
    assert again.headers["Cache-Control"] == "public, max-age=3600"
    assert replay_of(api, ended, coding="br", **{"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("name", ["Bob", "Eve"])
def test_a_kept_replay_forgets_who_leaves(api: Api, ended: str, name: str):
    """Eve sat in the game only before its start."""
    first = replay_of(api, ended)
    assert name in first.text
    leaver = next(person for person in api.people if person.name == name)
    api.ask("DELETE", "/me", leaver, expect=204)
    again = replay_of(api, ended, **{"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert name not in again.text


def test_a_kept_replay_shows_a_join_code_to_those_inside_alone(api: Api, ada: Person):
    game = api.game(ada, seats=2, bots=["greedy"], listed=False)
    code = api.view(game, ada)["join_code"]
    api.act(game, ada, "resign", {}, version=False)
    assert replay_of(api, game, ada).json["first"]["join_code"] == code
    visitor = api.get(f"/games/{game}/replay?join_code={code}")
    assert visitor["first"]["join_code"] is None


def test_a_release_with_another_form_has_another_replay(api: Api, ended: str, monkeypatch):
    etag = replay_of(api, ended).headers["ETag"]
    monkeypatch.setattr(replays, "FORM", "next")
    assert replay_of(api, ended, **{"If-None-Match": etag}).status_code == 200
