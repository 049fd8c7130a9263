"""Webhooks: signed for programs, escaped for chats."""

import json
import re
import ssl
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from standardwebhooks import Webhook, WebhookVerificationError

from service.machine import clock
from service.notices.answers import Notice
from service.notices.contract import Choice, Message, NoticeChannel, TryAgain, Undeliverable
from service.notices.pinned_requests import Poster
from service.notices.webhooks import Webhooks, discord, slack, standard
from tests.service.notices.messages import HOME, ITEM, TEST, TURN, channel, digest, turn
from tests.service.notices.receivers import Receiver, with_status

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NASTY = "*@everyone* <@1> <!channel> [x](https://x.example) `a` & <b> :bomb: https://y.example"


@pytest.fixture
def webhooks(tls: ssl.SSLContext) -> Webhooks:
    return Webhooks(Poster(allow_private=True, tls=tls))


def hook(receiver: Receiver, **more: Any) -> NoticeChannel:
    return channel("webhook", receiver.url(), **{"secret": SECRET, **more})


def test_a_program_gets_the_message_signed(webhooks: Webhooks, receiver: Receiver):
    webhooks.send(hook(receiver), TURN)
    received = receiver.take()
    told = Webhook(SECRET).verify(received.body, received.headers)
    assert received.headers["content-type"] == "application/json"
    assert told["type"] == "turn"
    assert told["data"]["player"] == {"id": "p1", "name": "Ada"}
    assert told["data"]["items"] == [
        {
            "game_id": "g7",
            "version": 12,
            "seat": 1,
            "ruleset": "settlers",
            "title": "Ada, Berta and Carl",
            "prompt": "Roll the dice",
            "since": ["Berta builds a road.", "Carl ends his turn."],
            "due": "2026-11-24T18:00:00.000Z",
            "link": f"{HOME}game/g7",
        }
    ]


@pytest.mark.parametrize("message", [TURN, TEST, turn(due=None, since=()), digest(3)])
def test_the_message_is_as_the_document_says(
    webhooks: Webhooks, receiver: Receiver, message: Message
):
    webhooks.send(hook(receiver), message)
    told = json.loads(receiver.take().body)
    assert json.loads(msgspec.json.encode(msgspec.convert(told, Notice))) == told


def test_a_forged_message_does_not_verify(webhooks: Webhooks, receiver: Receiver):
    webhooks.send(hook(receiver), TURN)
    received = receiver.take()
    forged = received.body.replace(b'"seat":1', b'"seat":2')
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(forged, received.headers)


def test_every_attempt_has_the_messages_own_id(webhooks: Webhooks, receiver: Receiver):
    for _ in range(2):
        webhooks.send(hook(receiver), TURN)
        assert receiver.take().headers["webhook-id"] == TURN.key


@pytest.mark.parametrize("shape", ["discord", "slack"])
def test_a_chat_gets_its_own_form_unsigned(webhooks: Webhooks, receiver: Receiver, shape: Any):
    webhooks.send(hook(receiver, shape=shape, secret=""), TURN)
    received = receiver.take()
    told = json.loads(received.body)
    assert "webhook-signature" not in received.headers
    assert ("embeds" if shape == "discord" else "blocks") in told


def test_discord_shows_the_game_and_when_it_is_due():
    assert discord(TURN) == {
        "content": "**It is your turn**",
        "embeds": [
            {
                "title": "Ada, Berta and Carl",
                "url": f"{HOME}game/g7",
                "description": "Roll the dice\nBerta builds a road\\.\nCarl ends his turn\\.\n"
                "⏳ <t:1795543200:f> (<t:1795543200:R>)",
            }
        ],
        "allowed_mentions": {"parse": []},
    }


def test_a_name_neither_pings_nor_formats_in_discord():
    told = discord(replace(turn(title=NASTY, prompt=NASTY, due=None), title=NASTY))
    assert told["allowed_mentions"] == {"parse": []}
    embed = told["embeds"][0]
    for text in (told["content"][2:-2], embed["title"], embed["description"]):
        # Each mark of Discord's stands after a backslash.
        assert not re.search(r"[*_~`|>#\[\]()<@:]", re.sub(r"\\[^0-9A-Za-z\s]", "", text))


def test_slack_shows_the_game_and_when_it_is_due():
    told = slack(TURN)
    assert [block["type"] for block in told["blocks"]] == ["rich_text", "rich_text"]
    heading, game = (block["elements"][0]["elements"] for block in told["blocks"])
    assert heading == [{"type": "text", "text": "It is your turn", "style": {"bold": True}}]
    assert game[0] == {"type": "link", "url": ITEM.link, "text": ITEM.title}
    assert game[-1]["timestamp"] == 1_795_543_200
    assert told["text"] == (f"It is your turn\nAda, Berta and Carl: Roll the dice\n{HOME}game/g7")


def test_a_name_neither_pings_nor_formats_in_slack():
    told = slack(replace(turn(title=NASTY, prompt=NASTY), title=NASTY))
    assert told["mrkdwn"] is False
    assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)|@\w", told["text"])
    sections = [block["elements"][0] for block in told["blocks"]]
    kinds = {part["type"] for section in sections for part in section["elements"]}
    assert kinds == {"text", "link", "date"}  # Slack reads none of it as markup


def test_a_message_without_games_has_its_sentence_and_link():
    assert discord(TEST)["content"] == f"**This is a test**\nNotices arrive here\\.\n<{TEST.link}>"
    assert slack(TEST)["text"] == f"This is a test\nNotices arrive here.\n{TEST.link}"
    assert len(slack(TEST)["blocks"]) == 3


@pytest.mark.parametrize("games", [1, 3, 40])
def test_discord_gets_no_more_than_it_takes(games: int):
    told = discord(replace(digest(games, title="*" * 999, prompt="*" * 9_999), title="*" * 9_999))
    embeds = told["embeds"]
    assert len(told["content"]) <= 2_000
    assert len(embeds) <= 10
    assert all(len(each["title"]) <= 256 for each in embeds)
    assert all(len(each["description"]) <= 4_096 for each in embeds)
    assert sum(len(each["title"] + each["description"]) for each in embeds) <= 6_000


def test_slack_gets_no_more_than_it_takes():
    assert len(slack(digest(60))["blocks"]) <= 50


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (301, "receiver_redirects"),
        (400, "receiver_refuses"),
        (404, "receiver_refuses"),
        (429, "receiver_busy"),
        (500, "receiver_fails"),
        (503, "receiver_busy"),
    ],
)
def test_what_is_not_taken_is_tried_again(
    webhooks: Webhooks, receiver: Receiver, status: int, reason: str
):
    receiver.answer = with_status(status, Location=receiver.url(path="/elsewhere"))
    with pytest.raises(TryAgain, match=reason) as error:
        webhooks.send(hook(receiver), TURN)
    assert error.value.after is None
    receiver.take()
    assert receiver.received.empty()


@pytest.mark.parametrize("status", [200, 202, 204])
def test_any_success_is_a_success(webhooks: Webhooks, receiver: Receiver, status: int):
    receiver.answer = with_status(status)
    webhooks.send(hook(receiver), TURN)
    assert receiver.take().path == "/hook"


def test_a_webhook_that_is_gone_gets_nothing_more(webhooks: Webhooks, receiver: Receiver):
    receiver.answer = with_status(410)
    with pytest.raises(Undeliverable, match="receiver_gone"):
        webhooks.send(hook(receiver), TURN)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30", 30.0),
        ("Tue, 24 Nov 2026 12:01:00 GMT", 60.0),
        ("Tue, 24 Nov 2026 11:00:00 GMT", 0.0),
        ("9999999999", 86_400.0),
        ("-5", None),
        ("soon", None),
    ],
)
def test_a_receiver_says_when_to_try_again(
    webhooks: Webhooks,
    receiver: Receiver,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    seconds: float | None,
):
    monkeypatch.setattr(clock, "now", lambda: "2026-11-24T12:00:00.000Z")
    receiver.answer = with_status(503, Retry_After=text)
    with pytest.raises(TryAgain) as error:
        webhooks.send(hook(receiver), TURN)
    assert error.value.after == seconds


def test_a_private_address_gets_nothing(tls: ssl.SSLContext, receiver: Receiver):
    with pytest.raises(Undeliverable, match="address_not_public"):
        Webhooks(Poster(tls=tls)).send(hook(receiver), TURN)
    assert receiver.received.empty()


def test_a_silent_receiver_is_tried_again(tls: ssl.SSLContext, receiver: Receiver):
    receiver.answer = lambda receiver, request: receiver.stopped.wait(30) and None
    webhooks = Webhooks(Poster(allow_private=True, tls=tls, seconds=0.3))
    with pytest.raises(TryAgain, match="receiver_silent"):
        webhooks.send(hook(receiver), TURN)


def test_the_moves_that_mails_and_pushes_offer_are_no_part_of_it():
    offered = {ITEM.game_id: (Choice("Roll", f"{HOME}game/g7?do=roll", mailed=True, pushed=True),)}
    with_choices = replace(TURN, choices=offered)
    now = datetime(2026, 11, 24, tzinfo=UTC)
    for shown in (lambda message: standard(message, now), discord, slack):
        assert msgspec.json.encode(shown(with_choices)) == msgspec.json.encode(shown(TURN))
