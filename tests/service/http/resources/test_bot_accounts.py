"""Bot accounts over HTTP: made before the first game, marked everywhere, without messages."""

from typing import Any

import pytest

from service.app import create_app
from service.machine import clock
from service.notices.contract import NoticeChannel
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.office import Office


def become(api: Api, who: Person, **terms: Any) -> Any:
    return api.ask("POST", "/me/bot", who, json={"owner": "Ada L", **terms}, expect=201).json


def test_an_account_becomes_a_bots_and_says_what_it_takes(api: Api, bob: Person):
    made = become(api, bob, rulesets=["alexandros"], games=3)
    assert made == {
        **made,
        "owner": "Ada L",
        "rulesets": ["alexandros"],
        "seats": None,
        "paces": None,
        "games": 3,
    }
    assert api.get("/me/bot", bob) == made
    changes = {"paces": ["live"], "rulesets": None}
    changed = api.ask("PATCH", "/me/bot", bob, json=changes, expect=200).json
    assert changed == {**made, "paces": ["live"], "rulesets": None}
    assert api.get("/me", bob)["account"] == "bot"
    api.ask("PUT", "/me/handle", bob, json={"handle": "bob1"}, expect=200)
    profile = api.get("/players/bob1")
    assert (profile["account"], profile["bot"]) == ("bot", changed)


def test_a_person_has_no_bot_account(api: Api, ada: Person):
    for method, body in (("GET", None), ("PATCH", {})):
        answer = api.ask(method, "/me/bot", ada, json=body, expect=404)
        assert answer.json["code"] == "no_bot_account"
    assert api.get("/me", ada)["account"] == "person"


def test_an_account_that_sat_in_a_game_stays_a_persons(
    api: Api, ada: Person, bob: Person, office: Office
):
    api.game(ada, bob)
    office.work()
    answer = api.ask("POST", "/me/bot", bob, json={"owner": "Ada"}, expect=409)
    assert answer.json["code"] == "account_used"


def test_seats_mark_a_bot_account_beside_the_services_own_bots(
    api: Api, ada: Person, bob: Person, office: Office
):
    become(api, bob)
    game = api.game(ada, seats=3, bots=["greedy"])
    api.ask("POST", f"/games/{game}/seats", bob, json={}, expect=201)
    office.work()
    (row,) = api.get("/me/games", bob)["games"]
    for seats in (api.view(game)["seats"], row["seats"]):
        assert [(seat["bot"], seat.get("account")) for seat in seats] == [
            (None, None),
            ("greedy", None),
            (None, "bot"),
        ]
    become(api, bob, games=1)  # it is one already


def test_a_bot_account_has_no_mails_and_no_push_messages(api: Api, bob: Person):
    channels = api.app.extensions["anabasis"].notices.channels
    channels.add(NoticeChannel("c1", bob.player_id, "email", "bob@games.example", clock.now()))
    hook = {"kind": "webhook", "url": "https://hooks.example/1"}
    api.ask("POST", "/me/channels", bob, json=hook, expect=201)
    become(api, bob)
    assert [each.kind for each in channels.of(bob.player_id)] == ["webhook"]
    mail = {"kind": "email", "address": "bob@games.example"}
    answer = api.ask("POST", "/me/channels", bob, json=mail, expect=403)
    assert answer.json["code"] == "no_right"


@pytest.mark.parametrize(
    "fault", [{"owner": ""}, {"seats": [5]}, {"paces": ["fast"]}, {"games": -1}, {"rulesets": []}]
)
def test_terms_that_no_game_has_are_malformed(api: Api, bob: Person, fault: Any):
    answer = api.ask("POST", "/me/bot", bob, json={"owner": "Ada", **fault}, expect=422)
    assert next(iter(answer.json["errors"])).startswith(next(iter(fault)))


def test_a_bot_account_has_twice_a_persons_requests(store: RedisStore):
    api = Api(create_app(Config(rate_limits="4 per hour"), store))
    ada, bob = api.person("Ada"), api.person("Bob")
    become(api, bob)
    answers = [api.ask("GET", "/me", bob).status_code for _ in range(9)]
    assert answers == [200] * 8 + [429]
    assert [api.ask("GET", "/me", ada).status_code for _ in range(5)] == [200] * 4 + [429]
