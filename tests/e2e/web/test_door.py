"""Before the door of a house that takes new players by invitation only."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from service.people.account_invitations import HOST, AccountInvitations
from service.server.data_folder import running_url
from service.store.redis_store import RedisStore
from tests.e2e.web.mail_hosts import mailing_host
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.notices.mailboxes import Mailbox


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("door")


@pytest.fixture(scope="module")
def site(mailbox: Mailbox, folder: Path) -> Iterator[str]:
    """A host that takes new players by invitation only, and shows games to members alone."""
    settings = {"ANABASIS_REGISTRATION": "invite", "ANABASIS_WATCHING": "members"}
    with mailing_host(folder, mailbox, "localhost", **settings) as address:
        yield address


@pytest.fixture
def token(site: str, folder: Path) -> str:
    url = running_url(folder / "var")
    assert url
    return AccountInvitations(RedisStore.of_url(url).client).make(HOST, 1, 7)[1]


def play(guest: Visitor) -> None:
    guest.page.locator("input[name=name]").fill("Eve")
    guest.page.locator(".game-card button").first.click()


def before_the_door(guest: Visitor) -> Locator:
    guest.open()
    guest.announce("40[13]")
    play(guest)
    return guest.page.get_by_role("dialog", name="New players come by invitation")


def test_a_stranger_comes_in_by_the_link_that_they_paste(
    visitor: Visitors, site: str, token: str
) -> None:
    guest = visitor(390, 844, phone=True)
    door = before_the_door(guest)
    expect(door.get_by_role("button", name="Send me a link")).to_be_visible()
    code = door.get_by_label("Invitation link or code")
    code.fill("anai_1_2")
    door.get_by_role("button", name="Come in").click()
    expect(door.get_by_role("alert").filter(visible=True)).to_contain_text("used up")
    code.fill(f"Come and play: {site}/#invite={token}.")
    door.get_by_role("button", name="Come in").click()
    guest.page.wait_for_url(re.compile("/game/"))


def test_an_invitation_link_lets_in_and_leaves_the_address(
    visitor: Visitors, site: str, token: str
) -> None:
    guest = visitor(1280, 800)
    guest.open(f"#invite={token}")
    expect(guest.page.locator("#toasts")).to_contain_text("You are invited")
    assert "invite" not in guest.page.url
    guest.announce("40[13]")
    play(guest)
    guest.page.wait_for_url(re.compile("/game/"))


def test_who_closes_the_door_stays_a_guest(visitor: Visitors) -> None:
    guest = visitor(1280, 800)
    door = before_the_door(guest)
    expect(door).to_be_visible()
    # Filled like the button that comes in, it would look like the choice to take.
    expect(door.get_by_role("button", name="Close")).not_to_have_class(re.compile("main"))
    expect(door.get_by_text("watch and replay")).to_have_count(0)
    expect(guest.page.locator("#lobby")).to_contain_text("Only members see the games here.")
    guest.page.keyboard.press("Escape")
    expect(door).to_have_count(0)
    expect(guest.page.locator("#toasts")).to_contain_text("invitation")
