"""The door of the house: open, by invitation, or closed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from service.people.account_invitations import HOST
from service.people.allowances import Allowances
from service.people.waiting_line import WaitingLine
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import renewed
from tests.service.office import FakeClock

Host = Callable[..., Api]
KEY = {"Idempotency-Key": "0b9c4cf0-9a55-4b1e-8a0d-2f0d5b7f6a11"}


@pytest.fixture
def host(api: Api) -> Host:
    """Change the settings of the house; who is in stays."""

    def change(**settings: Any) -> Api:
        parts = api.app.extensions["anabasis"]
        config = Config(rate_limit=False, **settings)
        api.app.extensions["anabasis"] = replace(parts, config=config)
        return api

    return change


def come(api: Api, path: str = "/players", **more: Any) -> Any:
    headers = more.pop("headers", {})
    return api.ask("POST", path, json={"name": "Eve", **more}, headers=headers)


def code(answer: Any) -> Any:
    assert answer.status_code == 403
    return answer.json["code"]


def host_token(api: Api, uses: int = 1) -> str:
    _, token = api.app.extensions["anabasis"].account_invitations.make(HOST, uses, 7)
    return str(token)


@pytest.mark.parametrize("path", ["/players", "/session"])
def test_a_closed_house_takes_nobody_not_even_the_invited(api: Api, host: Host, path: str):
    host(registration="closed")
    assert code(come(api, path)) == "registration_closed"
    assert code(come(api, path, invitation=host_token(api))) == "registration_closed"
    assert api.get("/")["registration"] == "closed"


@pytest.mark.parametrize("registration", ["invite", "closed"])
def test_a_member_always_gets_back_in(api: Api, ada: Person, host: Host, registration: str):
    transfer = api.ask("POST", "/session/transfer", ada, json={}, expect=201).json["transfer"]
    host(registration=registration)
    api.get("/me", ada)
    api.ask("POST", "/session", json={"token": ada.token}, expect=201)
    api.ask("POST", "/session", json={"transfer": transfer}, expect=201)


@pytest.mark.parametrize("path", ["/players", "/session"])
def test_an_invitation_lets_in_as_many_as_it_has_uses(api: Api, host: Host, path: str):
    host(registration="invite")
    assert code(come(api, path)) == "invitation_wanted"
    token = host_token(api)
    assert come(api, path, invitation=token).status_code == 201
    assert code(come(api, path, invitation=token)) == "invitation_spent"
    assert code(come(api, path, invitation="anai_1_2")) == "invitation_spent"


def test_a_repetition_has_the_same_answer_and_another_name_is_another_use(api: Api, host: Host):
    host(registration="invite")
    token = host_token(api)
    first = come(api, invitation=token, headers=KEY)
    assert first.status_code == 201
    assert come(api, invitation=token, headers=KEY).json == first.json
    api.get("/me", Person(**first.json))
    other = api.ask("POST", "/players", json={"name": "Bob", "invitation": token}, headers=KEY)
    assert code(other) == "invitation_spent"


def test_a_short_key_gives_nobody_anothers_account(api: Api, host: Host):
    host(registration="invite")
    token = host_token(api, 2)
    one, two = (come(api, invitation=token, headers={"Idempotency-Key": "1"}) for _ in "ab")
    assert one.json["player_id"] != two.json["player_id"]


def test_a_repetition_opens_no_session_that_was_ended(api: Api, host: Host):
    host(registration="invite")
    token = host_token(api)
    eve = Person(**come(api, invitation=token, headers=KEY).json)
    api.ask("POST", "/me/token", eve, json={}, expect=201)
    assert code(come(api, invitation=token, headers=KEY)) == "invitation_spent"


def test_an_open_house_spends_no_invitation(api: Api, host: Host):
    host()
    token = host_token(api)
    assert come(api, invitation=token).status_code == 201
    host(registration="invite")
    assert come(api, invitation=token).status_code == 201


def test_members_invite_where_the_host_lets_them(api: Api, ada: Person, host: Host):
    host(registration="invite")
    asked = api.ask("POST", "/me/account-invitations", ada, json={"uses": 2}, expect=403)
    assert asked.json["code"] == "no_right"
    host(registration="invite", invitations="members", url="https://games.example/")
    made = api.ask("POST", "/me/account-invitations", ada, json={"uses": 2}, expect=201).json
    assert made["link"] == f"https://games.example/#invite={made['token']}"
    eve = come(api, invitation=made["token"]).json["player_id"]
    (listed,) = api.get("/me/account-invitations", ada)["invitations"]
    assert (listed["uses_left"], listed["players"]) == (1, [eve])
    assert "token" not in listed
    own = api.app.extensions["anabasis"]
    assert own.players.inviter(eve) == (ada.player_id, made["invitation_id"])
    assert own.players.inviter(ada.player_id) is None
    path = f"/me/account-invitations/{made['invitation_id']}"
    api.ask("DELETE", path, ada, expect=204)
    api.ask("DELETE", path, ada, expect=404)
    assert code(come(api, invitation=made["token"])) == "invitation_spent"


def test_a_join_link_counts_where_the_host_lets_it(api: Api, ada: Person, host: Host):
    terms = {"ruleset": "alexandros", "seats": 2, "board": "tiny", "listed": False}
    game = api.ask("POST", "/games", ada, json=terms, expect=201).json
    link = {"game_id": game["game_id"], "join_code": game["join_code"]}
    host(registration="invite")
    assert code(come(api, **link)) == "invitation_wanted"
    host(registration="invite", join_links_invite=True)
    unknown = come(api, game_id="k3v9x2m7q4w8z6t5", join_code=link["join_code"])
    wrong = come(api, game_id=link["game_id"], join_code="0" * 16)
    assert code(wrong) == code(unknown) == "invitation_spent"
    assert wrong.json == unknown.json
    assert come(api, **link).status_code == 201
    assert code(come(api, **link)) == "invitation_spent"


def test_a_refused_flood_counts_against_its_address(plain_app: Flask, store: RedisStore):
    api = Api(renewed(plain_app, store))
    parts = api.app.extensions["anabasis"]
    config = Config(registration="invite")
    limited = replace(parts, config=config, allowances=Allowances(store.client, "2 per hour"))
    api.app.extensions["anabasis"] = limited
    answers = [come(api, invitation="anai_1_2").status_code for _ in range(3)]
    assert answers == [403, 403, 429]


def test_a_flood_waits_in_line_and_comes_in_with_its_ticket(api: Api, ada: Person, time: FakeClock):
    own = api.app.extensions["anabasis"]
    line = WaitingLine(own.read_models.client, "1 per minute", own.read_key)
    api.app.extensions["anabasis"] = replace(own, waiting_line=line)
    assert come(api).status_code == 201
    waits = come(api)
    assert (waits.status_code, waits.json["code"], waits.json["place"]) == (429, "in_line", 1)
    assert waits.headers["Retry-After"] == "60"
    assert come(api, "/session", ticket=waits.json["ticket"]).json["place"] == 1
    assert api.get("/me", ada)["name"] == "Ada"
    time.later(timedelta(seconds=60))
    assert come(api, "/session", ticket=waits.json["ticket"]).status_code == 201
    # Used up: the next one waits again.
    assert come(api, ticket=waits.json["ticket"]).status_code == 429
