"""Notices of challenges: to the player challenged, and to the sender of one that is answered."""

import json
from datetime import datetime
from typing import Any

import pytest

from service.notices.letters import BUTTONS
from service.notices.push import content_of
from tests.service.api import Api, Person
from tests.service.notices.desk import DAY, GRACE, HOUR, SECOND, Desk, pending

SATURDAY = 5
TERMS = {"ruleset": "alexandros", "board": "tiny"}


@pytest.fixture(autouse=True)
def handles(api: Api, ada: Person, bob: Person) -> None:
    for who, handle in ((ada, "ada1"), (bob, "bob1")):
        api.ask("PUT", "/me/handle", who, json={"handle": handle}, expect=200)


def challenge(api: Api, who: Person, to: str | None = "bob1", **terms: Any) -> str:
    body = {"to": to, "terms": {**TERMS, **terms}}
    return str(api.ask("POST", "/challenges", who, json=body, expect=201).json["id"])


def answer(api: Api, made: str, who: Person, how: str, **body: Any) -> Any:
    return api.ask("POST", f"/challenges/{made}/{how}", who, json=body).json


def test_who_is_challenged_hears_of_it_after_the_grace_and_once(desk: Desk, api, ada, bob):
    desk.channel(bob)
    desk.channel(ada)
    made = challenge(api, ada)
    desk.later(GRACE - SECOND)
    assert desk.receiver.got == []
    desk.later(SECOND)
    desk.later(DAY)
    ((channel, message),) = desk.receiver.got
    assert (channel.player, message.kind) == (bob.player_id, "challenged")
    assert message.title == "@ada1 challenges you: Alexandros"
    assert message.text.startswith("You have until ")
    assert message.link.endswith(f"/challenge#id={made}")
    assert message.key == f"challenged:{made}"
    assert desk.log(bob) == [("challenged", "delivered", None, 1)]
    assert pending(desk) == []


def test_the_sender_hears_who_accepted_unless_the_game_was_seen(desk: Desk, api, ada, bob):
    desk.channel(ada)
    always = desk.channel(ada, 2, always=True)
    begun, seen = (answer(api, challenge(api, ada), bob, "accept")["game_id"] for _ in range(2))
    for game in (begun, seen):  # no notices of turns
        api.ask("PUT", f"/me/notices/muted/{game}", ada, expect=204)
    api.ask("POST", f"/games/{seen}/seen", ada, json={"version": 3}, expect=204)
    desk.later(GRACE)
    told = {message.link.rpartition("/")[2]: message for _, message in desk.receiver.got}
    assert told[begun].title == "@bob1 accepts your challenge: Alexandros"
    assert told[begun].kind == "challenge_accepted"
    by_seen = [channel.id for channel, m in desk.receiver.got if m.link.endswith(seen)]
    assert by_seen == [always]


def test_the_sender_of_a_link_hears_who_took_it(desk: Desk, api, ada, bob):
    desk.channel(ada)
    answer(api, challenge(api, ada, None), bob, "accept")
    desk.later(GRACE)
    assert "@bob1 accepts your challenge: Alexandros" in [m.title for _, m in desk.receiver.got]


def test_the_sender_hears_why_it_was_declined_also_after_a_weekend(desk: Desk, api, ada, bob):
    desk.channel(ada)
    weekend = {"from": "20:00", "to": "08:00", "weekends": True}
    body = {"time_zone": "Etc/UTC", "quiet_hours": weekend}
    api.ask("PATCH", "/me", ada, json=body, expect=200)
    made = challenge(api, ada)
    while datetime.fromisoformat(desk.clock.now()).weekday() != SATURDAY:
        desk.clock.later(HOUR)
    answer(api, made, bob, "decline", reason="later")
    desk.later(GRACE)
    desk.later(DAY)
    assert desk.receiver.got == []
    assert api.ask("GET", f"/challenges/{made}", ada).status_code == 404
    desk.later(DAY)
    ((_, message),) = desk.receiver.got
    assert message.title == "@bob1 declines your challenge: Alexandros"
    assert message.text == "Declined: not now"


def test_what_was_answered_or_taken_back_in_time_is_not_announced(desk: Desk, api, ada, bob):
    desk.channel(bob)
    for how in ("accept", "decline"):
        answer(api, challenge(api, ada), bob, how, **({"reason": "pace"} if how[0] == "d" else {}))
    api.ask("DELETE", f"/challenges/{challenge(api, ada)}", ada, expect=204)
    desk.later(GRACE)
    assert [kind for kind in desk.receiver.kinds if kind.startswith("challenge")] == []


def test_one_that_is_taken_back_and_sent_again_is_no_second_mail_within_an_hour(
    desk: Desk, api, ada, bob, eve
):
    desk.channel(bob)
    for _ in range(3):
        made = challenge(api, ada)
        desk.later(GRACE)
        api.ask("DELETE", f"/challenges/{made}", ada, expect=204)
    assert len(desk.receiver.got) == 1
    challenge(api, eve)
    desk.later(GRACE)
    assert len(desk.receiver.got) == 2
    desk.later(HOUR)
    challenge(api, ada)
    desk.later(GRACE)
    assert len(desk.receiver.got) == 3


def test_quiet_hours_put_it_off_but_not_past_the_time_to_answer(desk: Desk, api, ada, bob):
    desk.channel(bob)
    quiet = {"from": "11:00", "to": "14:00", "weekends": False}
    body = {"time_zone": "Etc/UTC", "quiet_hours": quiet}
    api.ask("PATCH", "/me", bob, json=body, expect=200)
    challenge(api, ada)
    desk.later(GRACE)
    desk.later(HOUR)
    assert desk.receiver.got == []
    desk.later(HOUR - GRACE)
    assert desk.receiver.kinds == ["challenged"]


def test_a_changed_setting_brings_no_notice_before_its_grace(desk: Desk, api, ada, bob):
    desk.channel(bob)
    challenge(api, ada)
    api.ask("PATCH", "/me", bob, json={"time_zone": "Europe/Berlin"}, expect=200)
    desk.later(SECOND)
    assert desk.receiver.got == []
    desk.later(GRACE)
    assert desk.receiver.kinds == ["challenged"]


def test_a_digest_lists_challenges_beside_games(desk: Desk, api, ada, bob, eve):
    desk.channel(bob, digest="hourly")
    game = api.game(bob, ada)
    challenge(api, ada)
    challenge(api, eve, title="Late show")
    taken_back = challenge(api, eve)
    desk.later(GRACE)
    api.ask("DELETE", f"/challenges/{taken_back}", eve, expect=204)
    desk.later(HOUR)
    ((_, message),) = desk.receiver.got
    assert (message.kind, message.title) == ("digest", "News from 3 games")
    assert [item.game_id for item in message.items] == [game]
    assert set(message.text.splitlines()) == {
        "@ada1 challenges you: Alexandros",
        "Eve challenges you: Late show",
    }
    shown = content_of(message, "").decode()
    assert "@ada1 challenges you" in shown
    assert message.items[0].title in shown


def test_a_digest_of_one_challenge_opens_it(desk: Desk, api, ada, bob):
    desk.channel(bob, digest="hourly")
    made = challenge(api, ada)
    desk.later(GRACE)
    desk.later(HOUR)
    ((_, message),) = desk.receiver.got
    assert message.link.endswith(f"challenge#id={made}")
    assert message.text == "@ada1 challenges you: Alexandros"


def test_a_bot_account_hears_by_webhook(desk: Desk, api, ada, bob):
    desk.channel(bob)
    api.ask("POST", "/me/bot", bob, json={"owner": "Ada"}, expect=201)
    challenge(api, ada)
    desk.later(GRACE)
    assert desk.receiver.kinds == ["challenged"]
    mail = {"kind": "email", "address": "bob@example.org"}
    assert api.ask("POST", "/me/channels", bob, json=mail).status_code >= 400


def test_nobody_who_left_is_notified(desk: Desk, api, ada, bob):
    desk.channel(bob)
    made = challenge(api, ada)
    answer(api, challenge(api, bob, "ada1"), ada, "decline", reason="busy")
    api.ask("DELETE", "/me", ada, expect=204)
    desk.later(GRACE)
    assert desk.receiver.got == []
    assert desk.own.challenges.stored(made) is None


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("de", "@ada1 fordert dich heraus: Alexandros"),
        ("nl", "@ada1 daagt je uit: Alexandros"),
        ("da", "@ada1 udfordrer dig: Alexandros"),
    ],
)
def test_it_is_in_its_players_language(desk: Desk, api, ada, bob, locale, title):
    desk.channel(bob)
    api.ask("PATCH", "/me", bob, json={"locale": locale}, expect=200)
    challenge(api, ada)
    desk.later(GRACE)
    assert desk.receiver.got[0][1].title == title


def test_two_challenges_do_not_replace_each_other_on_a_phone(desk: Desk, api, ada, bob):
    desk.channel(bob)
    for _ in range(2):
        challenge(api, ada)
    desk.later(GRACE)
    tags = {json.loads(content_of(message, ""))["tag"] for _, message in desk.receiver.got}
    assert len(tags) == 2
    assert all(message.kind in BUTTONS for _, message in desk.receiver.got)
