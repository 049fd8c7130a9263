"""Notices from the API to real receivers over https, and back into the player's log."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
import trustme
from flask import Flask
from standardwebhooks import Webhook

from service.context import Services
from service.notices.public_addresses import target_of
from service.notices.work import senders_of
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.service.api import Person
from tests.service.conftest import renewed
from tests.service.notices.browsers import Browser, signed_claims
from tests.service.notices.desk import GRACE, Desk, desk_of
from tests.service.notices.receivers import Receiver, with_status
from tests.service.office import FakeClock


@pytest.fixture
def desk(
    plain_app: Flask,
    store: RedisStore,
    time: FakeClock,
    authority: trustme.CA,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Desk]:
    """A desk that sends, to private addresses too."""
    app = renewed(plain_app, store)
    own: Services = app.extensions["anabasis"]
    parts = replace(own.notices, refuse_address=target_of)
    app.extensions["anabasis"] = replace(own, notices=parts)
    with authority.cert_pem.tempfile() as path:
        monkeypatch.setenv("SSL_CERT_FILE", path)
        desk = desk_of(app, time)
        desk.senders = senders_of(Config(webhooks_private=True), desk.own)
        desk.start()
        yield desk


def hook(desk: Desk, who: Person, receiver: Receiver) -> str:
    """A webhook of the player's; its secret."""
    body = {"kind": "webhook", "url": receiver.url()}
    made = desk.api.ask("POST", "/me/channels", who, json=body, expect=201).json
    return str(made["secret"])


def test_a_turn_reaches_a_program(desk: Desk, ada: Person, game: str, receiver: Receiver):
    secret = hook(desk, ada, receiver)
    desk.later(GRACE)
    received = receiver.take()
    told = Webhook(secret).verify(received.body, received.headers)
    (item,) = told["data"]["items"]
    assert (told["type"], item["game_id"], item["seat"]) == ("turn", game, 0)
    assert item["link"].startswith("http://127.0.0.1")
    assert desk.log(ada) == [("turn", "delivered", None, 1)]


def test_a_turn_reaches_a_browser(desk: Desk, ada: Person, game: str, receiver: Receiver):
    browser = Browser()
    subscription = json.loads(browser.subscription(receiver.url()))
    body = {"kind": "push", "subscription": subscription}
    desk.api.ask("POST", "/me/channels", ada, json=body, expect=201)
    desk.later(GRACE)
    received = receiver.take()
    told = browser.read(received)
    assert told["url"].startswith(f"game/{game}")
    key = desk.api.get("/me/notices", ada)["push_key"]
    assert signed_claims(received, key, f"https://127.0.0.1:{receiver.port}")
    assert desk.log(ada) == [("turn", "delivered", None, 1)]


def test_a_receiver_that_is_gone_is_paused_and_shown(
    desk: Desk, ada: Person, game: str, receiver: Receiver
):
    receiver.answer = with_status(410)
    hook(desk, ada, receiver)
    desk.later(GRACE)
    assert desk.state(ada) == ("paused", "receiver_gone")
    assert desk.log(ada) == [("turn", "failed", "receiver_gone", 1)]


def test_a_receiver_that_fails_gets_the_same_message_again(
    desk: Desk, ada: Person, game: str, receiver: Receiver
):
    receiver.answer = with_status(500)
    hook(desk, ada, receiver)
    desk.later(GRACE)
    assert desk.log(ada) == [("turn", "waiting", "receiver_fails", 1)]
    receiver.answer = with_status(204)
    desk.later(GRACE)
    first, second = receiver.take(), receiver.take()
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert desk.log(ada) == [("turn", "delivered", None, 2)]
