"""Coming back in a browser that knows nobody: by a passkey, and by a link in a real mail."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from tests.e2e.web.mail_hosts import mailing_host
from tests.e2e.web.prepared_games import Person, person
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.notices.mailboxes import Mailbox

ADDRESS = "ada@games.example"
PLATFORM = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def site(mailbox: Mailbox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A host that sends mails and whose address has a name, as passkeys need it."""
    with mailing_host(tmp_path_factory.mktemp("signing-in"), mailbox, "localhost") as address:
        yield address


def authenticator(guest: Visitor) -> tuple[CDPSession, dict[str, str]]:
    """Give the visitor's page an authenticator of its own."""
    session = guest.context.new_cdp_session(guest.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": PLATFORM})
    return session, {"authenticatorId": made["authenticatorId"]}


def game_of(ada: Person) -> str:
    terms = {"ruleset": "alexandros", "board": "tiny", "seats": 2, "first_seat": 0}
    return str(ada.client.create_game(**terms, bots=["greedy"])["game_id"])


def plays_on(guest: Visitor, game: str) -> bool:
    """Make a move in a game as the player of this browser."""
    place = f"{guest.site}/api/v1/games/{game}/moves"
    listed = guest.context.request.get(place).json()
    move = next(each for each in listed["moves"] if each["type"] != "resign")
    headers = {"If-Match": f'"{listed["version"]}"'}
    return bool(guest.context.request.post(place, data=move, headers=headers).ok)


def come_back(guest: Visitor) -> Locator:
    """Open the dialog that leads back into an account."""
    guest.open()
    guest.page.get_by_role("button", name="Come back").click()
    return guest.page.get_by_role("dialog")


def test_a_passkey_brings_a_player_back_who_lost_the_browser(visitor: Visitors, site: str) -> None:
    ada, first = person(site, "Ada"), visitor()
    game = game_of(ada)
    first.become(ada.token)
    session, known = authenticator(first)
    first.open("account")
    first.page.get_by_role("button", name="Make a passkey").click()
    expect(first.page.locator("#account-passkeys li")).to_have_count(1)
    expect(first.page.locator("#account-devices li")).to_have_count(2)
    credentials: Any = session.send("WebAuthn.getCredentials", known)["credentials"]
    first.context.clear_cookies()

    second = visitor()
    session, known = authenticator(second)
    session.send("WebAuthn.addCredential", {**known, "credential": credentials[0]})
    dialog = come_back(second)
    dialog.get_by_role("button", name="Use a passkey").click()
    expect(second.page.locator("#mine .game-row")).to_have_count(1)
    assert plays_on(second, game)
    second.open("account")
    row = second.page.locator("#account-passkeys li")
    expect(row).to_contain_text("last used today")
    others = second.page.locator("#account-devices li:not(.here)")
    expect(others).to_have_count(2)
    second.page.get_by_role("button", name="Sign out all others").click()
    second.page.get_by_role("dialog").get_by_role("button", name="Sign out all others").click()
    expect(others).to_have_count(0)
    assert plays_on(second, game)


def link_in(mailbox: Mailbox) -> str:
    """The path of the link in the mail that came first."""
    mail = mailbox.take().mail.get_body(("plain",))
    assert mail is not None
    found = re.search(r"http://localhost:\d+/(account#\S+)", mail.get_content())
    assert found
    return found[1]


def test_a_link_brings_a_player_back_here_at_once_and_elsewhere_by_its_code(
    visitor: Visitors, site: str, mailbox: Mailbox
) -> None:
    ada = person(site, "Ada")
    game, owner = game_of(ada), visitor()
    owner.become(ada.token)
    owner.context.request.post(
        f"{site}/api/v1/me/channels", data={"kind": "email", "address": ADDRESS}
    )
    owner.open(link_in(mailbox))
    owner.page.get_by_role("button", name="Confirm the address").click()
    expect(owner.page.locator(".account-news")).to_contain_text(ADDRESS)

    here, elsewhere = visitor(), visitor()
    dialog = come_back(here)
    dialog.locator("[name=email]").fill(ADDRESS)
    dialog.get_by_role("button", name="Send me a link").click()
    code = dialog.locator(".sign-in-code").inner_text()
    link = link_in(mailbox)
    elsewhere.announce("sign-in/finish")  # refused without the code, and with a wrong one
    elsewhere.open(link)
    elsewhere.page.get_by_role("button", name="Sign in").click()
    field = elsewhere.page.locator("input[name=code]")
    field.fill("no")
    elsewhere.page.get_by_role("button", name="Sign in").click()
    expect(elsewhere.page.locator(".account-news .account-failed")).to_be_visible()
    field.fill(code)
    elsewhere.page.get_by_role("button", name="Sign in").click()
    expect(elsewhere.page.locator("h1")).to_have_text("Ada")
    assert plays_on(elsewhere, game)

    dialog = come_back(here)
    dialog.locator("[name=email]").fill(ADDRESS)
    dialog.get_by_role("button", name="Send me a link").click()
    dialog.locator(".sign-in-code").wait_for()
    waiting, page = here.page, here.context.new_page()
    page.goto(f"{site}/{link_in(mailbox)}")
    page.locator(".account-news").get_by_role("button", name="Sign in").click()
    expect(page.locator("h1")).to_have_text("Ada")
    expect(waiting.locator("#mine .game-row")).to_have_count(1)
