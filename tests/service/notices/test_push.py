"""Web Push: a real endpoint takes the message, and a browser's keys alone read it."""

import json
import ssl
import time
from typing import Any

import fakeredis
import pytest
from cryptography.exceptions import InvalidTag
from msgspec.structs import replace

from service.machine import clock
from service.notices.contract import Choice, Message, NoticeChannel, TryAgain, Undeliverable
from service.notices.pinned_requests import Poster
from service.notices.push import CONTENT_BYTES, DAY, Push, content_of, subscriber_of
from service.notices.push_keys import push_keys
from service.settings.config import Config
from tests.service.notices.browsers import Browser, decoded, signed_claims
from tests.service.notices.messages import HOME, TEST, TURN, channel, digest, turn
from tests.service.notices.receivers import Receiver, with_status

KEYS = push_keys(fakeredis.FakeRedis())
NOW = "2026-11-24T12:00:00.000Z"


@pytest.fixture
def push(tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> Push:
    monkeypatch.setattr(clock, "now", lambda: NOW)
    return Push(Poster(allow_private=True, tls=tls), lambda: KEYS, "host@games.example", HOME)


def subscribed(browser: Browser, receiver: Receiver) -> NoticeChannel:
    return channel("push", browser.subscription(receiver.url(path="/push/1")))


def test_a_browser_reads_what_it_is_sent(push: Push, receiver: Receiver):
    browser = Browser()
    receiver.answer = with_status(201)
    push.send(subscribed(browser, receiver), TURN)
    received = receiver.take()
    assert received.path == "/push/1"
    assert browser.read(received) == {
        "title": "It is your turn",
        "body": "Ada, Berta and Carl\nRoll the dice\nCarl ends his turn.\nBerta builds a road.",
        "url": "game/g7",
        "tag": "game:g7",
        "key": "turn:g7:1:12",
    }


def test_another_browser_cannot_read_it(push: Push, receiver: Receiver):
    push.send(subscribed(Browser(), receiver), TURN)
    received = receiver.take()
    with pytest.raises(InvalidTag):
        Browser().read(received)
    assert b"turn" not in received.body


def test_the_push_service_knows_who_sends(push: Push, receiver: Receiver):
    push.send(subscribed(Browser(), receiver), TURN)
    claims = signed_claims(receiver.take(), KEYS.shown, f"https://127.0.0.1:{receiver.port}")
    assert claims["sub"] == "mailto:host@games.example"
    assert time.time() < claims["exp"] <= time.time() + DAY


def test_a_message_lives_until_the_move_is_due(push: Push, receiver: Receiver):
    own = subscribed(Browser(), receiver)
    for message, seconds in (
        (TURN, 6 * 3_600),
        (turn(due=None), 14 * DAY),
        (turn(due="2026-11-24T11:00:00.000Z"), 60),
        (turn(due="2027-11-24T12:00:00.000Z"), 14 * DAY),
        (TEST, 3_600),
    ):
        push.send(own, message)
        assert receiver.take().headers["ttl"] == str(seconds)


def test_a_newer_message_of_a_game_replaces_the_older(push: Push, receiver: Receiver):
    def topic(message: Message) -> str:
        push.send(subscribed(Browser(), receiver), message)
        return receiver.take().headers["topic"]

    first = topic(TURN)
    assert topic(replace(TURN, kind="reminder", key="reminder:g7:1:12")) == first
    assert topic(turn(game_id="g8")) != first
    assert len(first) == 32
    assert len(decoded(first)) == 24


def test_a_reminder_is_urgent(push: Push, receiver: Receiver):
    for kind, urgency in (("turn", "normal"), ("reminder", "high"), ("ended", "low")):
        push.send(subscribed(Browser(), receiver), replace(TURN, kind=kind))
        assert receiver.take().headers["urgency"] == urgency


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_takes_nothing_more(
    push: Push, receiver: Receiver, status: int
):
    receiver.answer = with_status(status)
    with pytest.raises(Undeliverable, match="receiver_gone"):
        push.send(subscribed(Browser(), receiver), TURN)


def test_a_busy_push_service_says_when_to_try_again(push: Push, receiver: Receiver):
    receiver.answer = with_status(429, Retry_After="120")
    with pytest.raises(TryAgain, match="receiver_busy") as error:
        push.send(subscribed(Browser(), receiver), TURN)
    assert error.value.after == 120


@pytest.mark.parametrize(
    "target",
    [
        "",
        "[]",
        '{"endpoint": "https://127.0.0.1:9999/"}',
        '{"endpoint": "https://127.0.0.1:9999/", "keys": {"p256dh": "", "auth": ""}}',
        '{"endpoint": "https://127.0.0.1:9999/", "keys": {"p256dh": "BAAA", "auth": "a"}}',
        '{"endpoint": "https://127.0.0.1:9999/", "keys": {"p256dh": "ö", "auth": "ö"}}',
    ],
)
def test_a_malformed_subscription_takes_nothing(push: Push, target: str):
    with pytest.raises(Undeliverable, match="subscription_malformed"):
        push.send(channel("push", target), TURN)


def test_an_endpoint_at_a_private_address_gets_nothing(tls: ssl.SSLContext, receiver: Receiver):
    push = Push(Poster(tls=tls), lambda: KEYS, "host@games.example", HOME)
    with pytest.raises(Undeliverable, match="address_not_public"):
        push.send(subscribed(Browser(), receiver), TURN)
    assert receiver.received.empty()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"title": "\N{SLIGHTLY SMILING FACE}" * 5_000, "prompt": "\N{PILE OF POO}" * 5_000},
        {"since": ("ö" * 900,) * 200, "prompt": '"' * 900},
    ],
)
def test_the_content_is_small(changes: dict[str, Any]):
    for message in (turn(**changes), digest(40, **changes)):
        content = content_of(message, HOME)
        assert len(content) <= CONTENT_BYTES
        told = json.loads(content)
        assert set(told) == {"title", "body", "url", "tag", "key"}
        assert told["body"]


def test_a_game_that_the_title_names_is_not_named_again():
    message = replace(turn(since=()), title="Your move: Ada, Berta and Carl")
    assert json.loads(content_of(message, HOME))["body"] == "Roll the dice"


def test_a_digest_names_its_games_and_leads_to_the_list():
    told = json.loads(content_of(digest(2), HOME))
    assert (told["url"], told["tag"]) == ("", "digest")
    assert told["body"] == "Ada, Berta and Carl\nAda, Berta and Carl"


def test_a_message_without_games_says_its_sentence():
    told = json.loads(content_of(TEST, HOME))
    assert (told["body"], told["url"]) == ("Notices arrive here.", "account")


def test_the_keys_are_made_once():
    server = fakeredis.FakeServer()
    first = push_keys(fakeredis.FakeRedis(server=server))
    assert push_keys(fakeredis.FakeRedis(server=server)) == first
    assert push_keys(fakeredis.FakeRedis(server=fakeredis.FakeServer())) != first
    assert len(decoded(first.shown)) == 65


@pytest.mark.parametrize(
    ("config", "address"),
    [
        (Config(), "postmaster@anabasis.invalid"),
        (Config(url="https://games.example/"), "postmaster@games.example"),
        (Config(mail_from="Anabasis <no-reply@games.example>"), "no-reply@games.example"),
    ],
)
def test_push_services_get_an_address_of_the_host(config: Config, address: str):
    assert subscriber_of(config) == address


def test_a_push_offers_two_moves_at_most_and_none_that_tells_of_the_hand():
    words = ("Refuse", "Accept", "Pass", "End turn")
    offered = tuple(
        Choice(each, f"{HOME}game/g7?do={n}", mailed=True, pushed=each != "Accept")
        for n, each in enumerate(words)
    )
    content = json.loads(content_of(replace(TURN, choices={"g7": offered}), HOME))
    assert content["actions"] == [
        {"title": "Refuse", "url": "game/g7?do=0"},
        {"title": "Pass", "url": "game/g7?do=2"},
    ]
    assert "actions" not in json.loads(content_of(TURN, HOME))
    several = replace(digest(2), choices={"g0": offered, "g1": offered})
    assert "actions" not in json.loads(content_of(several, HOME))
