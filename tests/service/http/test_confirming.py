"""Confirming an e-mail address by the link in a mail: for a day, and not without bounds."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from service.context import Services
from service.notices.contract import Message
from service.notices.outbox import Outbox
from service.people.allowances import Allowances
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Api, Person
from tests.service.conftest import renewed

ADDRESS = "ada@example.org"


@pytest.fixture
def mails(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """The messages that were put out."""
    put: list[Message] = []
    original = Outbox.put

    def noted(self: Outbox, channel: Any, message: Message, *more: Any, **others: Any) -> bool:
        put.append(message)
        return original(self, channel, message, *more, **others)

    monkeypatch.setattr(Outbox, "put", noted)
    return put


@pytest.fixture
def api(plain_app: Flask, store: RedisStore, mails: list[Message]) -> Api:
    """An app that can send mail, and counts the costly requests."""
    app = renewed(plain_app, store)
    own: Services = app.extensions["anabasis"]
    app.extensions["anabasis"] = replace(
        own,
        notices=replace(own.notices, email=True),
        allowances=Allowances(store.client, Config().new_players),
    )
    return Api(app)


def add(api: Api, who: Person, address: str = ADDRESS, expect: int = 201, **more: Any) -> Any:
    body = {"kind": "email", "address": address}
    return api.ask("POST", "/me/channels", who, json=body, expect=expect, **more)


def confirm(api: Api, token: str, expect: int = 200) -> Any:
    return api.ask("POST", "/me/channels/confirm", json={"token": token}, expect=expect).json


def token_of(mail: Message) -> str:
    base, _, token = mail.link.partition("account#confirm=")
    assert base.startswith("http")
    assert len(token) > 40
    return token


def state(api: Api, who: Person) -> list[str]:
    return [channel["state"] for channel in api.get("/me/notices", who)["channels"]]


def test_the_link_of_the_mail_confirms_without_being_signed_in(
    api: Api, ada: Person, mails: list[Message]
):
    added = add(api, ada).json
    (mail,) = mails
    assert mail.kind == "confirm"
    confirmed = confirm(api, token_of(mail))
    assert (confirmed["id"], confirmed["state"]) == (added["id"], "active")
    assert state(api, ada) == ["active"]


def test_a_link_that_is_opened_twice_answers_the_same(
    api: Api, ada: Person, mails: list[Message], store: RedisStore
):
    add(api, ada)
    token = token_of(mails[0])
    assert confirm(api, token) == confirm(api, token)
    assert state(api, ada) == ["active"]
    (key,) = store.client.keys("confirm:*")
    assert 86_390 < store.client.ttl(key) <= 86_400


def test_a_used_link_does_not_confirm_an_address_that_was_removed_and_added_again(
    api: Api, ada: Person, mails: list[Message]
):
    made = add(api, ada).json
    token = token_of(mails[0])
    confirm(api, token)
    api.ask("DELETE", f"/me/channels/{made['id']}", ada, expect=204)
    assert confirm(api, token, expect=404)["code"] == "confirmation_unknown"
    add(api, ada)
    confirm(api, token, expect=404)
    assert state(api, ada) == ["unconfirmed"]


def test_a_link_is_good_for_a_day(api: Api, ada: Person, mails: list[Message], store: RedisStore):
    add(api, ada)
    (key,) = store.client.keys("confirm:*")
    assert 86_390 < store.client.ttl(key) <= 86_400
    store.client.delete(key)  # as the store does a day later
    confirm(api, token_of(mails[0]), expect=404)
    assert state(api, ada) == ["unconfirmed"]


def test_the_store_keeps_neither_the_token_nor_the_address_with_it(
    api: Api, ada: Person, mails: list[Message], store: RedisStore
):
    add(api, ada)
    (key,) = store.client.keys("confirm:*")
    stored = key + store.client.get(key)
    assert token_of(mails[0]).encode() not in stored
    assert ADDRESS.encode() not in stored


@pytest.mark.parametrize("token", ["x", "confirm:", "é", "a" * 200])
def test_another_token_confirms_nothing(api: Api, ada: Person, token: str):
    add(api, ada)
    confirm(api, token, expect=404)
    assert state(api, ada) == ["unconfirmed"]


def test_a_removed_address_is_not_confirmed(api: Api, ada: Person, mails: list[Message]):
    made = add(api, ada).json
    api.ask("DELETE", f"/me/channels/{made['id']}", ada, expect=204)
    confirm(api, token_of(mails[0]), expect=404)
    assert state(api, ada) == []


def test_a_player_who_left_confirms_nothing(api: Api, ada: Person, mails: list[Message]):
    add(api, ada)
    api.ask("DELETE", "/me", ada, expect=204)
    confirm(api, token_of(mails[0]), expect=404)


def test_an_older_mail_does_not_wake_a_paused_address(api: Api, ada: Person, mails: list[Message]):
    made = add(api, ada).json
    add(api, ada)
    confirm(api, token_of(mails[0]))
    api.ask("PATCH", f"/me/channels/{made['id']}", ada, json={"state": "paused"}, expect=200)
    assert confirm(api, token_of(mails[1]))["state"] == "paused"


def test_the_mail_says_nothing_that_a_stranger_chose(api: Api, mails: list[Message]):
    add(api, api.person("Buy at evil.example"))
    assert "evil" not in mails[0].title + mails[0].text


def test_a_player_has_five_such_mails_an_hour(api: Api, ada: Person, mails: list[Message]):
    for number in range(5):
        add(api, ada, f"ada{number}@example.org")
    refused = add(api, ada, "ada5@example.org", expect=429)
    assert refused.json["code"] == "too_many_requests"
    assert "At most 5 mails to confirm an address" in refused.json["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    assert len(mails) == len(state(api, ada)) == 5


def test_a_network_has_twenty_such_mails_an_hour(api: Api, mails: list[Message]):
    for person in range(4):
        someone = api.person(f"P{person}")
        for number in range(5):
            add(api, someone, f"p{person}{number}@example.org")
    add(api, api.person("Eve"), "eve@example.org", expect=429)
    assert len(mails) == 20


def test_an_address_gets_three_such_mails_a_day_whoever_asks(
    api: Api, ada: Person, bob: Person, eve: Person, mails: list[Message]
):
    for person in (ada, bob, eve):
        add(api, person)
    name, _, domain = ADDRESS.partition("@")
    for same in (ADDRESS.upper(), f"{name}+games@{domain}"):
        refused = add(api, ada, same, expect=429)
        assert "sent 3 mails" in refused.json["detail"]
    assert len(mails) == 3


def test_nobody_keeps_another_from_confirming_by_adding_their_address(
    api: Api, ada: Person, bob: Person, mails: list[Message]
):
    for _ in range(3):
        add(api, bob, environ_overrides={"REMOTE_ADDR": "198.51.100.7"})
    add(api, ada)
    assert len(mails) == 4


def test_an_address_gets_twelve_such_mails_a_day_from_all_networks(api: Api, mails: list[Message]):
    for number in range(4):
        someone = api.person(f"P{number}")
        for _ in range(3):
            add(api, someone, environ_overrides={"REMOTE_ADDR": f"198.51.100.{number}"})
    refused = add(api, api.person("Eve"), expect=429)
    assert "sent 12 mails" in refused.json["detail"]
    assert len(mails) == 12


def test_a_confirmed_address_needs_no_more_mails(api: Api, ada: Person, mails: list[Message]):
    add(api, ada)
    confirm(api, token_of(mails[0]))
    for _ in range(6):
        assert add(api, ada).json["state"] == "active"
    assert len(mails) == 1
