"""The line of new players: a person sees their place, and comes in by themselves."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.web.mail_hosts import mailing_host
from tests.e2e.web.prepared_games import person
from tests.e2e.web.visitors import Visitors
from tests.service.notices.mailboxes import Mailbox


@pytest.fixture(scope="module")
def site(mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A host that takes one new player in twenty seconds."""
    bound = {"ANABASIS_NEW_PLAYERS_HOUSE": "1 per 20 seconds", "ANABASIS_RATE_LIMIT": "on"}
    with mailing_host(tmp_path_factory.mktemp("line"), mailbox, "localhost", **bound) as address:
        yield address


def test_who_waits_in_line_comes_in(visitor: Visitors, site: str) -> None:
    guest = visitor(390, 844, phone=True)
    guest.open()
    guest.announce("429")
    guest.page.locator("input[name=name]").fill("Eve")
    person(site, "Ada")
    guest.page.locator(".game-card button").first.tap()
    line = guest.page.get_by_role("dialog", name="Many people come in at once")
    expect(line.get_by_role("status")).to_have_text(re.compile("number 1 in the line: about 1 min"))
    guest.page.wait_for_url(re.compile("/game/"))
    expect(line).to_have_count(0)
