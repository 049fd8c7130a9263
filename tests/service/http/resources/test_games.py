"""Games: made with every option, looked at from every moment, waited for, exported and audited."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import msgspec
import pytest

from domain.record.record import decode
from service.http.asking.auth import bot_token
from service.machine import clock
from service.people.invitations import InvitedPlayers
from service.redis.errors import StoreUnavailable
from service.store.contract import Append
from service.store.redis_store import RedisStore, stream_key
from tests.service.api import BASE, Api, Person
from tests.service.listening import listeners_of
from tests.service.stored_records import replace_entry
from tests.waiting import eventually


def made(api: Api, who: Person, **terms: Any) -> Any:
    given = {"ruleset": "alexandros", "board": "tiny", **terms}
    return api.ask("POST", "/games", who, json=given, expect=201).json


# Made
def test_the_defaults_make_an_open_listed_game_for_two_with_its_maker_seated(api: Api, ada):
    answer = api.ask("POST", "/games", ada, json={"ruleset": "alexandros"}, expect=201)
    view = answer.json
    assert answer.headers["Location"] == f"{BASE}/games/{view['game_id']}"
    assert answer.headers["ETag"] == '"2"'
    assert (view["status"], view["listed"], view["fair"]) == ("open", True, True)
    assert (view["board"]["id"], view["title"]) == ("near_east", "Alexandros")
    assert [seat["name"] for seat in view["seats"]] == ["Ada", None]
    assert view["undo"]["policy"] == "consent"
    assert (view["state"], view["to_act"], view["viewer"]) == (None, [], {"seat": 0})
    assert view["join_code"] is None


def test_a_game_can_be_made_for_others(api: Api, ada: Person):
    view = made(api, ada, join=False, seats=3)
    assert view["version"] == 1
    assert [seat["name"] for seat in view["seats"]] == [None] * 3
    assert view["viewer"]["seat"] is None


def test_a_game_of_bots_alone_starts_at_once(api: Api, ada: Person):
    view = made(api, ada, join=False, seats=3, bots=["greedy", "random", "greedy"])
    assert view["status"] == "live"
    assert [seat["bot"] for seat in view["seats"]] == ["greedy", "random", "greedy"]


@pytest.mark.parametrize(
    ("terms", "seats"),
    [
        ({}, 2),
        ({"bots": ["greedy"]}, 2),
        ({"bots": ["greedy"] * 2}, 3),
        ({"bots": ["greedy"] * 3, "first_seat": 3}, 4),
        ({"bots": ["greedy"] * 4, "join": False}, 4),
    ],
)
def test_seats_that_are_left_out_follow_from_those_that_sit_down(
    api: Api, ada: Person, terms: dict[str, Any], seats: int
):
    assert len(made(api, ada, **terms)["seats"]) == seats


def test_a_game_is_made_with_its_occupants_or_not_at_all(api: Api, store, ada, monkeypatch):
    appended: list[Append] = []

    def lost(append: Append) -> Any:
        appended.append(append)
        raise StoreUnavailable("away")

    terms = {"ruleset": "alexandros", "seats": 4, "bots": ["greedy", "random"]}
    keyed = {"Idempotency-Key": "k"}
    with monkeypatch.context() as away:
        away.setattr(store, "append", lost)
        assert api.ask("POST", "/games", ada, json=terms, headers=keyed).status_code == 503
    [creation] = appended
    assert len(creation.entries) == 4
    assert not store.exists(creation.game_id)
    made = api.ask("POST", "/games", ada, json=terms, headers=keyed, expect=201).json
    again = api.ask("POST", "/games", ada, json=terms, headers=keyed, expect=201).json
    assert made == again
    assert (made["game_id"], made["version"]) == (creation.game_id, 4)


def test_title_policy_first_seat_and_options_are_kept(api: Api, ada: Person):
    options = {"joker": "any", "target_score": 20}
    view = made(
        api, ada, title="  Issos ", undo="off", first_seat=1, options=options, bots=["greedy"]
    )
    assert (view["title"], view["undo"]["policy"], view["to_act"]) == ("Issos", "off", [1])
    assert view["options"] == {
        **options,
        "compensation_rounding": "up",
        "two_seat_compensation": False,
    }


def test_an_inline_board_is_played_on(api: Api, ada: Person):
    board = {"rows": ["TAHLS..", "......."], "start": [0, 0]}
    view = made(api, ada, board=board, bots=["greedy"])
    assert view["board"]["id"] is None
    assert view["board"]["rows"] == board["rows"]
    assert view["status"] == "live"


def test_an_unlisted_game_has_a_code_for_those_inside_alone(api: Api, ada: Person, eve: Person):
    view = made(api, ada, listed=False, bots=[])
    code, game = view["join_code"], view["game_id"]
    assert len(code) == 16
    assert api.view(game, ada)["join_code"] == code
    assert api.view(game, eve, join_code=code)["join_code"] is None
    assert api.view(game, None, join_code=code)["join_code"] is None
    for query in ("", "?join_code=", "?join_code=%C3%A9", f"?join_code={code}x"):
        assert api.ask("GET", f"/games/{game}{query}", eve).status_code == 404


def deal(api: Api, ada: Person, bob: Person, **terms: Any) -> list[Any]:
    game = api.game(ada, bob, **terms)
    states = [api.view(game, who)["state"] for who in (ada, bob)]
    for _ in range(4):
        view = api.view(game)
        api.move(game, (ada, bob)[view["to_act"][0]])
    return [states, api.view(game, ada)["state"], api.view(game)["fair"]]


def test_equal_seeds_boards_options_and_moves_give_equal_games(api: Api, ada, bob):
    one = deal(api, ada, bob, seed="c0ffee", first_seat=None)
    assert deal(api, ada, bob, seed="c0ffee", first_seat=None) == one
    assert deal(api, ada, bob, seed="c0ffef", first_seat=None) != one
    assert one[-1] is False


def test_a_contribution_is_in_the_record_and_a_seed_takes_none(api: Api, ada: Person, eve):
    view = made(api, ada, contribution="ABCD", seats=3)
    game = view["game_id"]
    body = {"contribution": "beef"}
    api.ask("POST", f"/games/{game}/seats", eve, json=body, expect=201)
    events = api.get(f"/games/{game}/events")["events"]
    assert [e["data"]["contribution"] for e in events[1:]] == ["abcd", "beef"]
    seeded = made(api, ada, seed="ab", seats=3)["game_id"]
    answer = api.ask("POST", f"/games/{seeded}/seats", eve, json=body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["contribution"])


def test_the_last_seat_taken_starts_the_game(api: Api, ada: Person, bob: Person):
    game = made(api, ada, seats=3)["game_id"]
    answer = api.ask("POST", f"/games/{game}/seats", bob, json={"seat": 2}, expect=201)
    assert (answer.json["view"]["status"], answer.json["view"]["viewer"]) == ("open", {"seat": 2})
    answer = api.ask("POST", f"/games/{game}/seats", ada, json={"bot": "greedy"}, expect=201)
    (event,) = answer.json["events"]
    assert (event["type"], event["seat"]) == ("seat_taken", 1)
    assert answer.json["view"]["status"] == "live"
    assert answer.headers["ETag"] == '"4"'


# Looked at
def test_a_view_that_is_still_so_is_304(api: Api, game: str, ada: Person):
    first = api.ask("GET", f"/games/{game}", ada)
    for form in ('"3"', 'W/"3"', '"1", "3"', "*"):
        again = api.ask("GET", f"/games/{game}", ada, headers={"If-None-Match": form})
        assert (again.status_code, again.data) == (304, b"")
        for name in ("ETag", "Cache-Control", "Vary"):
            assert again.headers[name] == first.headers[name]
    api.move(game, ada)
    changed = api.ask("GET", f"/games/{game}", ada, headers={"If-None-Match": '"3"'})
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"4"')


@pytest.mark.parametrize("path", ["", "?at=3", "/replay", "/export"])
@pytest.mark.parametrize("form", ["application/json", "text/plain"])
def test_no_browser_keeps_a_players_view_for_whoever_uses_it_next(
    api: Api, game: str, ada: Person, path: str, form: str
):
    asked = {"Accept": form}
    public = api.ask("GET", f"/games/{game}{path}", headers=asked)
    own = api.ask("GET", f"/games/{game}{path}", ada, headers=asked)
    known = {**asked, "If-None-Match": public.headers["ETag"]}
    again = api.ask("GET", f"/games/{game}{path}", ada, headers=known)
    assert (own.headers["ETag"], again.status_code) == (public.headers["ETag"], 304)
    kept = [each.headers["Cache-Control"] for each in (public, own, again)]
    assert kept == ["private, no-cache", "private, no-store", "private, no-store"]


def test_no_browser_keeps_a_bots_view_either(api: Api):
    game = api.game(api.person("Ada"), seats=2, bots=["random"])
    bot = Person("", "", bot_token(api.app.extensions["anabasis"].key, game, 1))
    assert api.view(game, bot)["viewer"]["seat"] == 1
    for path in ("", "?at=2", "/replay"):
        answer = api.ask("GET", f"/games/{game}{path}", bot, expect=200)
        assert "no-store" in answer.headers["Cache-Control"], path


def test_every_moment_can_be_looked_at(api: Api, game: str, ada: Person):
    then = api.view(game, ada)
    api.move(game, ada)
    assert api.view(game, ada, at=3) == then
    assert api.view(game, ada, at=1)["status"] == "open"
    assert api.view(game, ada, at=4) == api.view(game, ada)
    for at, detail in ((5, "Event 5 has not happened"), (0, "at"), (-1, "at")):
        answer = api.ask("GET", f"/games/{game}?at={at}")
        assert answer.status_code == 422
        assert detail in answer.json["detail"]


def hands(view: Any) -> list[bool]:
    return [seat["hand"] is not None for seat in view["state"]["seats"]]


def test_hands_are_ones_own_while_the_game_goes_on_and_open_at_every_moment_after(
    api: Api, game: str, over: str, ada: Person
):
    for at in (3, None):
        query = {} if at is None else {"at": at}
        assert hands(api.view(game, ada, **query)) == [True, False]
        assert hands(api.view(game, None, **query)) == [False, False]
        assert hands(api.view(over, None, **query)) == [True, True]
    assert api.view(over, at=3)["status"] == "live"


def test_a_moment_looked_at_before_the_end_is_not_still_so_after_it(
    api: Api, game: str, ada: Person, bob: Person
):
    etag = api.ask("GET", f"/games/{game}?at=3", ada).headers["ETag"]
    asked = {"If-None-Match": etag}
    assert api.ask("GET", f"/games/{game}?at=3", ada, headers=asked).status_code == 304
    api.act(game, bob, "resign", {}, version=False)
    answer = api.ask("GET", f"/games/{game}?at=3", ada, headers=asked)
    assert answer.status_code == 200
    assert hands(answer.json) == [True, True]


@pytest.mark.parametrize(
    ("path", "accept"),
    [("", "application/json"), ("", "text/plain"), ("/replay", "application/json")],
)
def test_kept_seats_of_an_open_game_are_read_once_an_answer(
    api: Api, ada: Person, path: str, accept: str, monkeypatch: pytest.MonkeyPatch
):
    read, asked = InvitedPlayers.kept_seats_in, list[Any]()
    game = made(api, ada)["game_id"]
    monkeypatch.setattr(
        InvitedPlayers, "kept_seats_in", lambda *of: (asked.append(of), read(*of))[1]
    )
    api.ask("GET", f"/games/{game}{path}", ada, headers={"Accept": accept}, expect=200)
    assert [games for _, games in asked] == [[game]]


# Waited for
@pytest.fixture
def listeners(api: Api) -> Iterator[Any]:
    """Yield a function that counts the listeners; none is left after the test."""
    live = api.app.extensions["anabasis"].live
    yield lambda: listeners_of(live)
    assert listeners_of(live) == 0


def test_a_long_poll_is_woken_by_a_move(api: Api, game: str, ada: Person, listeners):
    found: list[Any] = []
    waiting = Thread(target=lambda: found.append(api.view(game, ada, wait=30, after=3)))
    waiting.start()
    eventually(listeners)
    api.move(game, ada)
    waiting.join(30)
    assert found[0]["version"] == 4


def test_a_long_poll_for_a_past_event_does_not_wait(api: Api, game: str, listeners):
    assert api.view(game, None, wait=30, after=2)["version"] == 3


def test_a_long_poll_in_vain_gives_the_game_as_it_is(api: Api, game: str, listeners):
    asked = {"If-None-Match": '"3"'}
    assert api.view(game, None, wait=0.01, after=3)["version"] == 3
    answer = api.ask("GET", f"/games/{game}?wait=0.01&after=3", headers=asked)
    assert answer.status_code == 304


# Exported and audited
def test_a_finished_game_is_exported_whole_and_a_live_one_redacted(api: Api, game, over, ada):
    whole, part = api.get(f"/games/{over}/export"), api.get(f"/games/{game}/export", ada)
    assert (whole["complete"], whole["redacted"]) == (True, False)
    assert (part["complete"], part["redacted"]) == (False, True)
    assert whole["events"][0]["data"]["secret"] is not None
    assert part["events"][0]["data"]["secret"] is None
    assert len(whole["events"]) == whole["version"] == 5
    answer = api.ask("GET", f"/games/{over}/export")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{over}.json"'
    asked = {"If-None-Match": answer.headers["ETag"]}
    assert api.ask("GET", f"/games/{over}/export", headers=asked).status_code == 304


def test_an_honest_record_is_valid(api: Api, game: str, over: str):
    for each, events in ((game, 3), (over, 5)):
        found = api.get(f"/games/{each}/verify")
        assert (found["valid"], found["events"], found["broken_at"]) == (True, events, None)


def test_a_change_in_the_store_is_found_though_the_game_is_in_memory(
    api: Api, store: RedisStore, over: str
):
    entry = store.read(over)[3]
    other = entry.replace(b'"slot":0', b'"slot":1')
    assert other != entry
    replace_entry(store, over, 4, other)
    found = api.get(f"/games/{over}/verify")
    assert (found["valid"], found["broken_at"]) == (False, 4)
    assert "hash" in found["reason"]


@pytest.mark.parametrize("entry", [b"garbage", b"{}"])
def test_a_record_that_breaks_at_its_first_event_is_500(
    api: Api, store: RedisStore, over: str, entry: bytes
):
    replace_entry(store, over, 1, entry)
    api.app.extensions["anabasis"].cache.forget(over)
    for path in ("", "/events", "/verify"):
        answer = api.ask("GET", f"/games/{over}{path}")
        assert (answer.status_code, answer.json["code"]) == (500, "record_broken")
        assert answer.json["version"] == 1


def test_a_cache_ahead_of_a_restored_store_shows_the_stores_events(
    api: Api, store: RedisStore, over: str, ada: Person
):
    assert api.view(over)["status"] == "finished"
    store.client.xdel(stream_key(over), "5-0")
    assert api.view(over)["status"] == "live"
    assert hands(api.view(over)) == [False, False]


def test_the_stored_event_is_the_one_shown(api: Api, store: RedisStore, over: str):
    stored = [msgspec.to_builtins(event) for event in decode(store.read(over))]
    for event, told in zip(stored, api.get(f"/games/{over}/events")["events"], strict=True):
        assert {**told, "command": event["command"]} == {
            **event,
            "salts": told["salts"],
            "undone": False,
        }


# Moves listed
def test_moves_are_listed_by_type_and_to_a_bound(api: Api, game: str, ada: Person, bob: Person):
    listed = api.get(f"/games/{game}/moves", ada)
    assert (listed["version"], listed["complete"]) == (3, True)
    assert {m["type"] for m in listed["moves"]} == {"choose_card", "resign"}
    assert [m["type"] for m in api.moves(game, ada, type="resign")] == ["resign"]
    assert api.moves(game, ada, type="occupy") == []
    one = api.get(f"/games/{game}/moves?limit=1", ada)
    assert (len(one["moves"]), one["complete"]) == (1, False)
    assert [m["type"] for m in api.moves(game, bob)] == ["resign"]
    answer = api.ask("GET", f"/games/{game}/moves?type=castle", ada)
    assert "choose_card, march" in answer.json["errors"]["type"][0]


def test_an_open_or_finished_game_has_no_moves(api: Api, over: str, ada: Person):
    waiting = made(api, ada, seats=2)["game_id"]
    assert api.moves(waiting, ada) == api.moves(over, ada) == []


# Rulesets
def test_rulesets_and_boards_are_reported(api: Api):
    (shown,) = (r for r in api.get("/rulesets")["rulesets"] if r["id"] == "alexandros")
    assert shown["seats"] == [2, 3, 4]
    assert shown["boards"][0]["id"] == "near_east"
    assert shown["options"]["properties"]["target_score"]["default"] == 100
    assert api.get("/rulesets/alexandros")["moves"]["oneOf"]
    told = api.get("/rulesets/alexandros/boards/tiny")
    assert told["topology"].keys() >= {"spaces", "points", "sides"}


def test_a_game_is_still_valid_after_the_clock_was_set_back(
    api: Api, game: str, ada: Person, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(clock, "now", lambda: "2001-01-01T00:00:00.000Z")
    api.move(game, ada)
    api.move(game, ada)
    assert api.get(f"/games/{game}/verify")["valid"]
    times = [event["recorded_at"] for event in api.get(f"/games/{game}/events")["events"]]
    assert times == sorted(times)
    assert times[2] == times[3] == times[4]


def test_a_gap_in_the_stream_is_found_by_the_audit(api: Api, store: RedisStore, game: str):
    store.client.xadd(stream_key(game), {"e": store.read(game)[-1]}, id="5-0")
    store.client.xdel(stream_key(game), "3-0")
    api.app.extensions["anabasis"].cache.forget(game)
    found = api.get(f"/games/{game}/verify")
    assert (found["valid"], found["broken_at"]) == (False, 4)
    assert "version 5" in found["reason"]
