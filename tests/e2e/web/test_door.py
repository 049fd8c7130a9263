"""Before the door of a house that takes new players by invitation only."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from clients.python import Anabasis
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
    settings = {
        "ANABASIS_REGISTRATION": "invite",
        "ANABASIS_WATCHING": "members",
        "ANABASIS_INVITATIONS": "members",
        "ANABASIS_MAIL_DOMAINS": "club.example",
    }
    with mailing_host(folder, mailbox, "localhost", **settings) as address:
        yield address


@pytest.fixture
def token(site: str, folder: Path) -> str:
    url = running_url(folder / "var")
    assert url
    return AccountInvitations(RedisStore.of_url(url).client).make(HOST, 1, 7)[1]


def member(site: str, token: str) -> Anabasis:
    """A player who has come in."""
    service = Anabasis(site)
    return service.with_token(service.create_player("Ada", invitation=token)["token"])


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


def test_the_front_page_says_who_comes_in_and_takes_an_invitation(
    visitor: Visitors, token: str
) -> None:
    guest = visitor(390, 844, phone=True)
    guest.announce("403")
    guest.announce("401")
    guest.open()
    expect(guest.page.locator(".tagline")).to_contain_text("New players come by invitation.")
    box = guest.page.get_by_label("Invitation link or code")
    box.fill("anai_0123456789abcdef_invented")
    box.press("Enter")
    toast = guest.page.locator("#toasts")
    expect(toast).to_contain_text("used up, withdrawn or unknown")
    box.fill(token)
    box.press("Enter")
    expect(toast).to_contain_text("You are invited")
    play(guest)
    guest.page.wait_for_url(re.compile("/game/"))


def test_an_invented_invitation_is_not_greeted_as_one(visitor: Visitors) -> None:
    guest = visitor(1280, 800)
    guest.announce("403")
    guest.announce("401")
    guest.open("#invite=anai_1_2")
    expect(guest.page.locator("#toasts")).to_contain_text("used up, withdrawn or unknown")


def test_a_stranger_at_a_game_reads_why_they_see_none(
    visitor: Visitors, site: str, token: str
) -> None:
    game = member(site, token).create_game(ruleset="alexandros", bots=["greedy"])["game_id"]
    said = []
    for address in (game, "k3v9x2m7q4w8z6t5"):
        guest = visitor(390, 844, phone=True)
        guest.announce("404")
        guest.open(f"game/{address}")
        expect(guest.page.get_by_role("heading")).to_have_text("Only members see games here")
        said.append(guest.page.locator("main").inner_html())
    assert said[0] == said[1]


def test_a_member_invites_from_the_account_page_and_withdraws_it(
    visitor: Visitors, site: str, token: str
) -> None:
    host = visitor(1280, 800)
    ada = member(site, token)
    host.become(ada.token)
    host.open("account#account-invitations")
    section = host.page.locator("#account-invitations")
    section.get_by_label("For").select_option("2")
    section.get_by_role("button", name="Make an invitation").click()
    link = section.locator("input.link").input_value()
    expect(section.locator("li")).to_contain_text("0 of 2 used")
    guest = visitor(390, 844, phone=True)
    guest.announce("40[13]")
    guest.open("account")
    guest.page.get_by_label("Your name").fill("Eve")
    guest.page.get_by_label("Invitation link or code").fill(link)
    guest.page.get_by_role("button", name="Come in").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Eve")
    host.page.reload()
    expect(section.locator("li")).to_contain_text("1 of 2 used")
    section.get_by_role("button", name="Withdraw").click()
    host.page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(section.locator("li")).to_have_count(0)


def test_a_browser_that_takes_no_cookies_spends_no_invitation(
    visitor: Visitors, token: str
) -> None:
    guest, sent = visitor(390, 844, phone=True), list[str]()
    cdp = guest.context.new_cdp_session(guest.page)
    cdp.send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    guest.open("account")
    guest.page.on("request", lambda request: sent.append(request.method))
    guest.page.get_by_label("Invitation link or code").fill(token)
    guest.page.get_by_role("button", name="Come in").click()
    alert = guest.page.get_by_role("alert").filter(visible=True)
    expect(alert).to_have_text(guest.text("session_denied"))
    assert "POST" not in sent


def test_whoever_has_an_address_of_the_club_comes_in_by_a_mail(
    visitor: Visitors, mailbox: Mailbox
) -> None:
    guest = visitor(390, 844, phone=True)
    guest.announce("40[13]")
    guest.open("account")
    form = guest.page.locator("form", has=guest.page.get_by_label("Your e-mail address"))
    by_mail = form.filter(has_text="Send me an invitation")
    by_mail.get_by_label("Your e-mail address").fill("eve@elsewhere.example")
    by_mail.get_by_role("button").click()
    expect(by_mail.get_by_role("status")).to_contain_text("club.example")
    by_mail.get_by_label("Your e-mail address").fill("eve@club.example")
    by_mail.get_by_role("button").click()
    expect(by_mail.get_by_role("status")).to_contain_text("on its way to eve@club.example")
    body = mailbox.take().mail.get_body(("plain",))
    assert body
    link = re.search(r"http\S+#invite=\S+", body.get_content())
    assert link
    guest.page.goto(link[0])
    expect(guest.page.locator("#toasts")).to_contain_text("You are invited")
