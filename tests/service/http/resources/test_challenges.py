"""Challenges over HTTP: sent by handle or link, answered once, bounded, forgotten."""

from datetime import timedelta
from typing import Any

import pytest

from service.http.resources import challenges as resource
from service.people import challenges
from service.redis.errors import StoreUnavailable
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.http.test_leaving import traces
from tests.service.office import FakeClock, Office

TERMS = {"ruleset": "alexandros", "board": "tiny"}


@pytest.fixture
def handles(api: Api, ada: Person, bob: Person) -> None:
    for who, handle in ((ada, "ada1"), (bob, "bob1")):
        api.ask("PUT", "/me/handle", who, json={"handle": handle}, expect=200)


def challenge(api: Api, who: Person, to: str | None = "bob1", expect: int = 201, **terms) -> Any:
    body = {"to": to, "terms": {**TERMS, **terms}}
    return api.ask("POST", "/challenges", who, json=body, expect=expect).json


def answer(api: Api, made: Any, who: Person, how: str, expect: int, **body: Any) -> Any:
    return api.ask("POST", f"/challenges/{made['id']}/{how}", who, json=body, expect=expect).json


def away(_: object) -> None:
    raise StoreUnavailable("away")


@pytest.mark.usefixtures("handles")
class TestByHandle:
    def test_it_is_listed_and_accepted_and_its_game_begins(
        self, api: Api, ada: Person, bob: Person
    ):
        made = challenge(api, ada)
        assert (made["status"], made["game_id"]) == ("pending", None)
        assert (made["sender"]["handle"], made["to"]["name"]) == ("ada1", "Bob")
        assert api.get("/me/challenges", bob) == {"received": [made], "sent": []}
        assert api.get("/me/challenges", ada) == {"received": [], "sent": [made]}
        view = answer(api, made, bob, "accept", 201)
        assert view["status"] == "live"
        assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bob"]
        again = answer(api, made, bob, "accept", 201)
        assert again["game_id"] == view["game_id"]
        shown = api.get(f"/challenges/{made['id']}", ada)
        assert (shown["status"], shown["game_id"]) == ("accepted", view["game_id"])
        for who in (ada, bob):
            assert api.get("/me/challenges", who) == {"received": [], "sent": []}

    def test_one_whose_game_was_not_made_can_be_accepted_again(
        self, api: Api, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
    ):
        made = challenge(api, ada)
        with monkeypatch.context() as outage:
            outage.setattr(resource, "_begun", away)
            answer(api, made, bob, "accept", 503)
        [listed] = api.get("/me/challenges", bob)["received"]
        assert (listed["id"], listed["status"]) == (made["id"], "accepted")
        assert answer(api, listed, bob, "accept", 201)["status"] == "live"
        assert api.get("/me/challenges", bob)["received"] == []

    def test_bots_fill_further_seats(self, api: Api, ada: Person, bob: Person):
        view = answer(api, challenge(api, ada, bots=["greedy"]), bob, "accept", 201)
        assert [seat["bot"] for seat in view["seats"]] == [None, None, "greedy"]

    def test_its_sender_sees_the_reason_of_a_refusal_for_a_day(
        self, api: Api, ada: Person, bob: Person, time: FakeClock
    ):
        made = challenge(api, ada)
        declined = answer(api, made, bob, "decline", 200, reason="later")
        assert (declined["status"], declined["reason"]) == ("declined", "later")
        assert answer(api, made, bob, "accept", 409)["code"] == "challenge_over"
        assert api.get("/me/challenges", ada)["sent"] == [declined]
        assert api.get("/me/challenges", bob)["received"] == []

    def test_only_its_two_players_know_it(self, api: Api, ada: Person, bob: Person, eve: Person):
        made = challenge(api, ada)
        for how in ("accept", "decline"):
            assert answer(api, made, eve, how, 404)["code"] == "challenge_unknown"
        api.ask("GET", f"/challenges/{made['id']}", eve, expect=404)
        assert answer(api, made, ada, "accept", 403)["code"] == "no_right"
        assert answer(api, made, ada, "decline", 403)["code"] == "no_right"
        api.ask("DELETE", f"/challenges/{made['id']}", bob, expect=403)
        api.ask("DELETE", f"/challenges/{made['id']}", ada, expect=204)
        assert answer(api, made, bob, "accept", 409)["code"] == "challenge_over"

    def test_nobody_can_answer_after_a_week(
        self, api: Api, ada: Person, bob: Person, time: FakeClock
    ):
        made = challenge(api, ada)
        time.later(timedelta(days=7))
        assert answer(api, made, bob, "accept", 409)["code"] == "challenge_over"
        assert api.get("/me/challenges", bob)["received"] == []
        assert [each["status"] for each in api.get("/me/challenges", ada)["sent"]] == ["expired"]

    def test_both_lists_are_bounded(
        self, api: Api, ada: Person, bob: Person, eve: Person, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(challenges, "MOST_SENT", 2)
        monkeypatch.setattr(challenges, "MOST_RECEIVED", 3)
        made = [challenge(api, ada) for _ in range(2)]
        assert challenge(api, ada, expect=409)["code"] == "too_many_challenges"
        challenge(api, eve)
        assert challenge(api, eve, expect=409)["code"] == "too_many_challenges"
        answer(api, made[0], bob, "accept", 201)
        challenge(api, eve)

    def test_a_player_who_leaves_is_forgotten(
        self, api: Api, ada: Person, bob: Person, store: RedisStore
    ):
        challenge(api, ada)
        challenge(api, bob, "ada1")
        link = challenge(api, ada, None)
        answer(api, link, bob, "accept", 201)
        answer(api, challenge(api, bob, "ada1"), ada, "decline", 200)
        api.ask("DELETE", "/me", bob, expect=204)
        left = [key for key in traces(store, bob.player_id) if key.startswith(b"proposal")]
        assert left == []
        assert api.get("/me/challenges", ada) == {"received": [], "sent": []}

    def test_it_needs_a_free_seat_for_the_other(self, api: Api, ada: Person):
        for terms in ({"seats": 3}, {"join": False}, {"seats": 2, "bots": ["greedy"]}):
            assert "terms.seats" in challenge(api, ada, expect=422, **terms)["errors"]
        assert "to" in challenge(api, ada, "ada1", expect=422)["errors"]
        assert "to" in challenge(api, ada, "cyd", expect=422)["errors"]
        assert challenge(api, ada, ruleset="chess", expect=422)["code"] == "malformed"

    def test_a_bot_takes_only_what_it_says(
        self, api: Api, ada: Person, eve: Person, office: Office, time: FakeClock
    ):
        terms = {"owner": "Ada", "rulesets": ["alexandros"], "seats": [2], "paces": ["none"]}
        api.ask("POST", "/me/bot", eve, json={**terms, "games": 1}, expect=201)
        api.ask("PUT", "/me/handle", eve, json={"handle": "eve1"}, expect=200)
        refused = {
            "ruleset": {"ruleset": "settlers", "board": None, "seats": 3, "bots": ["greedy"]},
            "seats": {"bots": ["greedy"]},
            "pace": {"deadline": "3d"},
        }
        for reason, other in refused.items():
            problem = challenge(api, ada, "eve1", 409, **other)
            assert (problem["code"], problem["reason"]) == ("bot_declines", reason)
        first, second = challenge(api, ada, "eve1"), challenge(api, ada, "eve1")
        answer(api, first, eve, "accept", 201)
        office.work()
        assert answer(api, second, eve, "accept", 409)["reason"] == "busy"
        assert challenge(api, ada, "eve1", 409)["reason"] == "busy"
        time.later(timedelta(hours=1))
        assert api.get("/me/challenges", eve)["received"] == []


def test_the_first_to_accept_a_link_gets_it(api: Api, ada: Person, bob: Person, eve: Person):
    made = challenge(api, ada, None)
    assert api.get(f"/challenges/{made['id']}", bob)["to"] is None
    view = answer(api, made, bob, "accept", 201)
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bob"]
    assert answer(api, made, eve, "accept", 409)["code"] == "challenge_over"
    assert answer(api, made, eve, "decline", 403)["code"] == "no_right"


def test_one_by_link_tells_others_who_took_it_but_not_its_game(
    api: Api, ada: Person, bob: Person, eve: Person
):
    link = challenge(api, ada, None, deadline="3d")
    path = f"/challenges/{link['id']}"
    assert api.get(path) == link
    assert (link["deadline"]["per_move"], link["deadline"]["at_zero"]) == (259_200, "nudge")
    view = answer(api, link, bob, "accept", 201)
    for who in (None, eve):
        late = api.get(path, who)
        assert (late["status"], late["taken_by"]["name"]) == ("accepted", "Bob")
        assert late["game_id"] is None
    for who in (ada, bob):
        assert api.get(path, who)["game_id"] == view["game_id"]


@pytest.mark.usefixtures("handles")
def test_one_to_a_player_is_not_read_without_an_account(api: Api, ada: Person):
    made = challenge(api, ada)
    assert made["deadline"] is None
    api.ask("GET", f"/challenges/{made['id']}", expect=404)


def test_a_long_board_is_not_kept(api: Api, ada: Person):
    board = {"rows": ["." * 40] * 250, "start": [0, 0]}
    body = {"terms": {"ruleset": "alexandros", "board": board}}
    assert api.ask("POST", "/challenges", ada, json=body, expect=422).json["code"] == "malformed"
