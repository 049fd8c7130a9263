"""Mails of real games to a real server, with pictures that the real studio paints."""

from collections.abc import Iterator
from contextlib import closing
from threading import Event
from typing import Any

import pytest
import trustme

from service.config import Config
from service.context import Services
from service.notices.board_pictures import BoardPictures
from service.notices.contract import Channel, Item, Message
from service.notices.mail import Mail
from service.notices.unsubscribing import subscription_of
from tests.service.api import Api, Person
from tests.service.notices.mailboxes import Mailbox


@pytest.fixture
def own(api: Api) -> Services:
    services: Services = api.app.extensions["anabasis"]
    return services


@pytest.fixture
def mailbox(authority: trustme.CA) -> Iterator[Mailbox]:
    with Mailbox(authority).serving() as mailbox:
        yield mailbox


@pytest.fixture
def mail(own: Services, mailbox: Mailbox) -> Iterator[Mail]:
    config = Config(
        url="https://games.example/",
        smtp_url=mailbox.url,
        mail_from="Anabasis <no-reply@games.example>",
    )
    with closing(Mail(config, own)) as mail:
        yield mail


def item(game_id: str, version: int) -> Item:
    link = f"https://games.example/game/{game_id}"
    return Item(game_id, version, 0, "alexandros", "A game", "Move.", (), None, link)


def message(player: str, *items: Item) -> Message:
    return Message("turn:1", "turn", player, "Ada", "de", "Du bist dran", "https://x/", items)


def channel(player: str) -> Channel:
    return Channel("c1", player, "email", "ada@example.org", "2026-11-01T00:00:00.000Z")


def test_a_turn_comes_with_its_board_by_the_players_clock(
    api: Api, ada: Person, played: str, own: Services, mail: Mail, mailbox: Mailbox
):
    api.ask("PATCH", "/me", ada, json={"time_zone": "Asia/Tokyo"}, expect=200)
    version = own.cache.current(played).version
    turn = item(played, version)
    due = Item(
        *(getattr(turn, name) for name in turn.__struct_fields__[:-2]),
        due="2026-11-24T20:05:00.000Z",
        link=turn.link,
    )
    mail.send(channel(ada.player_id), message(ada.player_id, due))
    got = mailbox.take()
    assert (got.sender, got.recipients) == ("no-reply@games.example", ["ada@example.org"])
    (picture,) = [part for part in got.mail.walk() if part.get_content_type() == "image/png"]
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


def test_its_link_unsubscribes_from_this_channel(
    ada: Person, own: Services, mail: Mail, mailbox: Mailbox
):
    mail.send(channel(ada.player_id), message(ada.player_id))
    link = mailbox.take().mail["List-Unsubscribe"].strip("<>")
    token = link.removeprefix("https://games.example/unsubscribe/")
    assert subscription_of(own.key, token) == (ada.player_id, "c1")


def test_a_player_who_left_gets_the_last_mail_in_utc(mail: Mail, mailbox: Mailbox):
    mail.send(channel("p0"), message("p0"))
    assert mailbox.take().recipients == ["ada@example.org"]


def test_a_game_that_is_gone_or_broken_has_no_picture(own: Services):
    with closing(BoardPictures(own.cache, own.players)) as pictures:
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
    with closing(BoardPictures(own.cache, own.players, studio, seconds=0.05)) as pictures:
        assert pictures.of(item(played, 1), "en") is None
