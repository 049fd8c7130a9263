"""Mails of real games to a real server, with pictures that the real studio paints."""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from threading import Event
from typing import Any, cast

import pytest
import trustme
from msgspec.structs import replace

from service.context import Services
from service.notices.board_pictures import BoardPictures
from service.notices.contract import Message, NoticeChannel, NoticeItem
from service.notices.mail import Mail
from service.notices.unsubscribe_tokens import mailed_channel
from service.notices.work import senders_of
from service.settings.config import Config
from tests.service.api import Api, Person
from tests.service.notices.desk import GRACE, Desk
from tests.service.notices.mailboxes import Got, Mailbox
from tests.waiting import eventually

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def mailbox(authority: trustme.CA) -> Iterator[Mailbox]:
    with Mailbox(authority).serving() as mailbox:
        yield mailbox


@pytest.fixture
def config(mailbox: Mailbox) -> Config:
    return Config(
        url="https://games.example/",
        smtp_url=mailbox.url,
        mail_from="Anabasis <no-reply@games.example>",
    )


@pytest.fixture
def mail(own: Services, config: Config) -> Iterator[Mail]:
    with closing(Mail(config, own)) as mail:
        yield mail


def item(game_id: str, version: int) -> NoticeItem:
    link = f"https://games.example/game/{game_id}"
    return NoticeItem(game_id, version, 0, "alexandros", "A game", "Move.", (), None, link)


def message(player: str, *items: NoticeItem) -> Message:
    return Message("turn:1", "turn", player, "Ada", "de", "Du bist dran", "https://x/", items)


def channel(player: str) -> NoticeChannel:
    return NoticeChannel("c1", player, "email", "ada@example.org", "2026-11-01T00:00:00.000Z")


def sent_with_picture(mail: Mail, mailbox: Mailbox, told: Message) -> Got:
    """Send a message again until its picture was painted in time; the mail that has it."""

    def sent() -> Got | None:
        mail.send(channel(told.player), told)
        got = mailbox.take()
        return got if _pictures(got.mail) else None

    found = eventually(sent, 60.0)
    assert found is not None
    return found


def _pictures(mail: Any) -> list[Any]:
    return [part for part in mail.walk() if part.get_content_type() == "image/png"]


def test_a_turn_comes_with_its_board_by_the_players_clock(
    api: Api, ada: Person, played: str, own: Services, mail: Mail, mailbox: Mailbox
):
    api.ask("PATCH", "/me", ada, json={"time_zone": "Asia/Tokyo"}, expect=200)
    version = own.cache.current(played).version
    turn = item(played, version)
    due = replace(turn, due="2026-11-24T20:05:00.000Z")
    got = sent_with_picture(mail, mailbox, message(ada.player_id, due))
    assert (got.sender, got.recipients) == ("no-reply@games.example", ["ada@example.org"])
    (picture,) = _pictures(got.mail)
    assert (
        picture.get_content()
        == api.ask(
            "GET",
            f"/games/{played}/picture.png?at={version}&width=1200",
            headers={"Accept-Language": "de"},
        ).data
    )
    assert "25. November 2026, 05:05 Uhr" in _text(got.mail)


def _text(mail: Any) -> str:
    return str(mail.get_body(("plain",)).get_content())


def test_from_the_first_mail_to_the_last(
    desk: Desk, api: Api, ada: Person, bob: Person, mail: Mail, mailbox: Mailbox
):
    desk.receiver = cast("Any", mail)
    desk.start()
    address = {"kind": "email", "address": "Ada@Example.org"}
    api.ask("POST", "/me/channels", ada, json=address, expect=201)
    desk.work()
    asked = mailbox.take()
    assert asked.recipients == ["Ada@example.org"]
    token = _link(asked.mail).partition("#confirm=")[2]
    api.ask("POST", "/me/channels/confirm", json={"token": token}, expect=200)

    game = api.game(ada, bob)
    turn = item(game, desk.own.cache.current(game).version)
    sent_with_picture(mail, mailbox, replace(message(ada.player_id, turn), locale="en"))
    desk.later(GRACE)
    told = mailbox.take()
    assert told.mail["Subject"].startswith("Your move: ")
    assert _link(told.mail).endswith(f"/game/{game}")
    assert [part.get_content_type() for part in told.mail.walk()][-1] == "image/png"
    assert {entry[0]: entry[1] for entry in desk.log(ada)} == {
        "confirm": "delivered",
        "turn": "delivered",
    }

    one_click = told.mail["List-Unsubscribe"].strip("<>").removeprefix("https://games.example")
    form = {"data": told.mail["List-Unsubscribe-Post"], "content_type": FORM}
    assert api.client.post(one_click, **form).status_code == 200
    assert desk.state(ada) == ("paused", "unsubscribed")
    api.game(ada, bob)
    desk.later(GRACE)
    assert mailbox.mails.empty()


def _link(mail: Any) -> str:
    """The first link of a mail: its button's."""
    link = re.search(r"https?://\S+", _text(mail))
    assert link is not None
    return link[0]


def test_a_refused_address_is_paused_and_a_server_that_is_away_pauses_none(
    desk: Desk, api: Api, ada: Person, bob: Person, mail: Mail, mailbox: Mailbox
):
    desk.receiver = cast("Any", mail)
    desk.start()
    desk.own.notices.channels.add(channel(ada.player_id))
    api.game(ada, bob)
    mailbox.answers["ada@example.org"] = "451 4.3.0 later"
    desk.later(GRACE)
    assert desk.state(ada) == ("active", None)
    assert desk.log(ada) == [("turn", "waiting", "mail_deferred", 1)]
    mailbox.answers["ada@example.org"] = "550 5.1.1 unknown"
    desk.later(timedelta(seconds=10))
    assert desk.state(ada) == ("paused", "address_refused")
    assert desk.log(ada) == [("turn", "failed", "address_refused", 2)]


def test_mails_are_sent_where_a_server_is_set(own: Services, config: Config):
    senders = senders_of(config, own)
    assert isinstance(senders["email"], Mail)
    senders["email"].close()
    assert "email" not in senders_of(Config(), own)


def test_its_link_unsubscribes_from_this_channel(
    ada: Person, own: Services, mail: Mail, mailbox: Mailbox
):
    mail.send(channel(ada.player_id), message(ada.player_id))
    link = mailbox.take().mail["List-Unsubscribe"].strip("<>")
    token = link.removeprefix("https://games.example/unsubscribe/")
    assert mailed_channel(own.key, token) == (ada.player_id, "c1")


def test_a_player_who_left_gets_the_last_mail_in_utc(mail: Mail, mailbox: Mailbox):
    mail.send(channel("p0"), message("p0"))
    assert mailbox.take().recipients == ["ada@example.org"]


def test_a_game_that_is_gone_or_broken_has_no_picture(own: Services):
    with closing(BoardPictures(own.cache, own.names, own.removals)) as pictures:
        assert pictures.of(item("nowhere", 1), "en") is None


def test_a_picture_that_takes_too_long_is_left_out(played: str, own: Services):
    ended = Event()

    class Slow:
        def png(self, _: Any) -> bytes:
            ended.wait(20)
            return b""

        def close(self) -> None:
            ended.set()

    studio: Any = Slow()
    with closing(
        BoardPictures(own.cache, own.names, own.removals, studio, seconds=0.05)
    ) as pictures:
        assert pictures.of(item(played, 1), "en") is None
