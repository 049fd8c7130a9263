"""Links that the service sends out: opening one and running its scripts changes nothing."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Request, expect

from tests.e2e.web.mail_hosts import mailing_host
from tests.e2e.web.prepared_games import Person, person
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.notices.mailboxes import Mailbox

ADDRESS = "ada@games.example"
SAFE = {"GET", "HEAD", "OPTIONS"}


@pytest.fixture(scope="module")
def site(mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("links")
    with mailing_host(folder, mailbox, "localhost", ANABASIS_NOTICE_GRACE="0") as address:
        yield address


def links_in(mailbox: Mailbox) -> set[str]:
    """Every link of the next mail, also of its headers and of what only HTML shows."""
    mail = mailbox.take().mail
    parts = [mail.get_body((kind,)) for kind in ("plain", "html")]
    text = "\n".join([str(mail["List-Unsubscribe"]), *(p.get_content() for p in parts if p)])
    return {link.rstrip(".") for link in re.findall(r"http://localhost[^\s\"<>)]+", text)}


def opened(guest: Visitor, link: str) -> list[str]:
    """Open a link as a scanner does; list the requests that may change something."""
    unsafe: list[str] = []

    def note(request: Request) -> None:
        # That it was opened is all that a visit says.
        if request.method not in SAFE and not request.url.partition("?")[0].endswith("/visits"):
            unsafe.append(f"{request.method} {request.url}")

    guest.context.on("request", note)
    guest.page.goto("about:blank")
    guest.page.goto(link)
    expect(guest.page.locator("main:not(.loading), dialog[open]").first).to_be_visible()
    return unsafe


def channel_state(ada: Person) -> list[str]:
    return [each["state"] for each in ada.client.notices.read()["channels"]]


def new_transfer(site: str, ada: Person) -> str:
    bearer = {"Authorization": f"Bearer {ada.token}"}
    made = httpx.post(f"{site}/api/v1/session/transfer", json={}, headers=bearer)
    return str(made.json()["transfer"])


def test_no_link_acts_before_its_button_is_pressed(
    visitor: Visitors, site: str, mailbox: Mailbox
) -> None:
    ada, scanner = person(site, "Ada"), visitor()
    ada.client.notices.add_email(ADDRESS)
    [confirming] = (link for link in links_in(mailbox) if "#confirm=" in link)
    assert opened(scanner, confirming) == []
    assert channel_state(ada) == ["unconfirmed"]
    scanner.page.get_by_role("button", name="Confirm the address").click()
    expect(scanner.page.get_by_role("status").first).to_contain_text("is confirmed")
    assert channel_state(ada) == ["active"]

    scanner.context.request.post(f"{site}/api/v1/sign-in", data={"email": ADDRESS})
    [signing_in] = (link for link in links_in(mailbox) if "#sign-in=" in link)
    unlisted = ada.client.create_game(
        ruleset="alexandros", seats=2, listed=False, first_seat=0, board="tiny"
    )
    joining = f"{site}/game/{unlisted['game_id']}#join={unlisted['join_code']}"
    played = ada.client.create_game(ruleset="alexandros", board="tiny", bots=["greedy"])
    turn = links_in(mailbox)
    assert {"game", "unsubscribe"} <= {link.split("/")[3] for link in turn}
    transfer = new_transfer(site, ada)
    links = {signing_in, joining, f"{site}/#transfer={transfer}", *turn}
    asked = {link: opened(scanner, link) for link in links}
    assert channel_state(ada) == ["active"]
    assert ada.client.view(unlisted["game_id"])["status"] == "open"
    assert played["game_id"] in " ".join(turn)

    scanner.page.goto(site)
    scanner.page.locator("#lobby h2").wait_for()
    assert asked == {link: [] for link in links}
    scanner.page.goto(f"{site}/#transfer={transfer}")
    scanner.page.get_by_role("dialog").get_by_role("button", name="Play on here").click()
    expect(scanner.page.locator("#mine .game-row").first).to_be_visible()
