"""Hosts at work on their page: each act is clicked, and the API shows its effect."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from service.app import create_app
from service.settings.config import Config
from tests.e2e.web import browsers
from tests.e2e.web.accessibility import complaints
from tests.e2e.web.prepared_games import Person, person, prepared_by
from tests.e2e.web.shifts import MOST_SHIFT, WATCH
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.conftest import fake_store

STALE = {"code": "sign_in_stale", "detail": "Sign in again."}


@pytest.fixture(scope="module")
def app() -> Any:
    return create_app(Config(rate_limit=False), fake_store())


@pytest.fixture(scope="module")
def site(app: Any) -> Iterator[str]:
    with browsers.served_here(app) as address:
        yield address


@pytest.fixture(scope="module")
def host(app: Any, site: str) -> Person:
    host = person(site, "Hana")
    app.extensions["anabasis"].players.set_role(id_of(host), "host")
    return host


@pytest.fixture(scope="module")
def desk(browser: Browser, app: Any, site: str, host: Person) -> Iterator[Visitor]:
    """The host's browser, for the whole module."""
    desk = browsers.visit(browser, site)
    sign_in(desk, app, host)
    yield desk
    desk.context.close()
    assert desk.surprises == []


def sign_in(guest: Visitor, app: Any, who: Person) -> None:
    """Sign in as with a link that the host's command prints: a token alone would be too old."""
    guest.become(who.token)
    code = app.extensions["anabasis"].sessions.transfer_code(id_of(who), signed_in=True)
    api = f"{guest.site}/api/v1/session"
    assert guest.context.request.post(api, data={"transfer": code}).ok


@pytest.fixture
def page(desk: Visitor) -> Page:
    # Another page first: a new fragment alone would not load this one anew.
    desk.page.goto("about:blank")
    return desk.page


@pytest.fixture
def ada(site: str) -> Person:
    return person(site, "Ada")


def id_of(who: Person) -> str:
    return str(who.client.me()["player_id"])


def asked(desk: Visitor, path: str) -> Any:
    """An answer of the API to the host."""
    return desk.context.request.get(f"{desk.site}/api/v1/{path}").json()


def known(desk: Visitor, player: str) -> Any:
    """A player as hosts know them, by id."""
    (found,) = asked(desk, f"host/players?search={player}")["players"]
    return found


def look_up(desk: Visitor, who: Person) -> Locator:
    """The row of a player who was searched for."""
    desk.open("host#players")
    panel = desk.page.get_by_role("tabpanel")
    panel.get_by_role("searchbox").fill(id_of(who))
    panel.get_by_role("button", name="Search").click()
    rows = panel.locator(".host-list > li")
    expect(rows).to_have_count(1)
    return rows


def hold(page: Page, address: str) -> list[Route]:
    """Hold the requests for an address from now on."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


def give_reason(page: Page, act: str, reason: str) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(reason)
    dialog.get_by_role("button", name=act, exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_player_is_suspended_for_some_days_and_resumed(
    desk: Visitor, page: Page, ada: Person
) -> None:
    row = look_up(desk, ada)
    row.get_by_role("button", name="Suspend").click()
    expect(page.get_by_role("dialog")).to_contain_text("Players read it.")
    page.get_by_role("dialog").get_by_label("Days").fill("3")
    assert complaints(page) == []
    give_reason(page, "Suspend", "Stalled three games")
    expect(row).to_contain_text("suspended until")
    suspended = ada.client.me()["suspended"]
    assert suspended["reason"] == "Stalled three games."
    assert known(desk, id_of(ada))["suspended"] == suspended
    expect(row.get_by_role("button", name="End the suspension")).to_be_focused()
    row.get_by_role("button", name="End the suspension").click()
    give_reason(page, "End the suspension", "They have said sorry")
    expect(row).not_to_contain_text("suspended until")
    assert "suspended" not in ada.client.me()


def test_an_act_is_undone_from_its_message_and_the_focus_is_back_in_its_row(
    desk: Visitor, page: Page, ada: Person
) -> None:
    row = look_up(desk, ada)
    row.get_by_role("button", name="Mute").click()
    give_reason(page, "Mute", "A rude name")
    expect(row).to_contain_text("muted")
    assert known(desk, id_of(ada))["muted"] is True
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    give_reason(page, "Unmute", "A mistake")
    expect(row.get_by_role("button", name="Mute", exact=True)).to_be_visible()
    assert known(desk, id_of(ada))["muted"] is False
    expect(row.locator(":focus")).to_have_count(1)


def test_hosts_ban_a_player_for_as_long_as_it_goes_and_what_was_unfolded_stays(
    desk: Visitor, page: Page, ada: Person
) -> None:
    # Once banned, they cannot say themselves who they are.
    row, player = look_up(desk, ada), id_of(ada)
    row.get_by_text("For hosts alone").click()
    row.get_by_role("button", name="Ban").click()
    page.get_by_role("dialog").get_by_label("Days").fill("")
    give_reason(page, "Ban", "A second account")
    expect(row.get_by_role("button", name="End the ban")).to_be_focused()
    assert known(desk, player)["banned"]["reason"] == "A second account."
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    give_reason(page, "End the ban", "A mistake")
    expect(row.get_by_role("button", name="Ban", exact=True)).to_be_visible()
    assert known(desk, player)["banned"] is None


def test_a_network_is_banned_and_the_message_undoes_it(desk: Visitor, page: Page) -> None:
    desk.open("host#players")
    page.get_by_role("button", name="Ban the network").click()
    page.get_by_role("dialog").get_by_label("Network").fill("203.0.113.9")
    give_reason(page, "Ban the network", "A flood")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    give_reason(page, "End the ban of the network", "It is over")
    expect(page.locator("#toasts")).to_contain_text("End the ban of the network (203.0.113.9)")
    lifted, banned = asked(desk, "host/acts?limit=2")["acts"]
    assert (lifted["action"], banned["action"]) == ("network_unbanned", "network_banned")
    assert lifted["subject"] == banned["subject"]


def test_a_report_is_read_in_full_and_resolved(
    desk: Visitor, page: Page, site: str, ada: Person
) -> None:
    bob, game, row = reported(desk, site, ada, "A rude title")
    row.get_by_text("Details").click()
    details = row.locator(".host-report")
    expect(details).to_contain_text("A rude title")
    expect(details).to_contain_text("Ada, Bob")
    expect(details).to_contain_text("No earlier report about this has been resolved.")
    expect(details.get_by_role("link").first).to_have_attribute("href", f"game/{game}")
    assert complaints(page) == []
    row.get_by_role("button", name="Resolve").click()
    page.get_by_role("dialog").get_by_label("Outcome").select_option("nothing")
    give_reason(page, "Resolve", "It is the name of a ship")
    expect(row).to_have_count(0)
    assert asked(desk, "host/reports")["reports"] == []
    expect(page.get_by_role("tab", name="Reports")).to_be_focused()
    report(desk, bob, game)
    page.get_by_role("tab", name="Reports").click()
    row.get_by_text("Details").click()
    expect(details).to_contain_text("It is the name of a ship")


def test_a_reported_title_is_removed_and_the_message_undoes_it(
    desk: Visitor, page: Page, site: str, ada: Person
) -> None:
    bob, game, row = reported(desk, site, ada, "Another rude title")
    row.get_by_role("button", name="Remove the title").click()
    give_reason(page, "Remove the title", "It is rude")
    assert bob.client.view(game)["title"] != "Another rude title"
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    give_reason(page, "Restore the title", "It is a quotation")
    assert bob.client.view(game)["title"] == "Another rude title"
    page.locator("#tab-log").click()
    acts = page.get_by_role("tabpanel").locator("li").filter(has_text=game)
    expect(acts).to_have_count(2)
    # What is undone already offers no button that would do it again.
    expect(acts.get_by_role("button")).to_have_count(0)


def reported(desk: Visitor, site: str, ada: Person, title: str) -> tuple[Person, str, Locator]:
    """A game of Ada's with a title that Bob has reported: Bob, the game, and its row."""
    bob = person(site, "Bob")
    game = prepared_by([ada, bob], title=title).game
    report(desk, bob, game)
    desk.open("host")
    return bob, game, desk.page.locator(f"li[data-key='title-{game}']")


def report(desk: Visitor, who: Person, game: str) -> None:
    body = {"target": "title", "id": game, "reason": "offensive", "text": "Look at it."}
    headers = {"Authorization": f"Bearer {who.token}"}
    sent = desk.context.request.post(f"{desk.site}/api/v1/reports", data=body, headers=headers)
    assert sent.status == 201, sent.text()


def test_a_typed_text_stays_while_other_tabs_are_looked_at(desk: Visitor, page: Page) -> None:
    desk.open("host#announcement")
    page.get_by_label("English").fill("Down on Monday")
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("tab", name="Announcement").click()
    expect(page.get_by_label("English")).to_have_value("Down on Monday")
    page.get_by_role("button", name="Announce", exact=True).click()
    expect(page.get_by_role("tabpanel").get_by_role("listitem")).to_have_text("Down on Monday")
    page.get_by_role("button", name="End it now").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("There is no announcement.")
    assert asked(desk, "announcement") == {"announcement": None}


def test_a_sign_in_that_grew_too_old_is_asked_for_over_what_was_typed(
    desk: Visitor, page: Page, ada: Person
) -> None:
    desk.announce("host/acts.*403|403 ")
    row = look_up(desk, ada)
    page.route("**/host/acts", lambda route: route.fulfill(status=403, json=STALE))
    row.get_by_role("button", name="Mute").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("A rude name")
    page.get_by_role("dialog").get_by_role("button", name="Mute").click()
    stale = page.get_by_role("dialog", name="Sign in again")
    expect(stale).to_contain_text("a sign-in from the last hour")
    expect(stale.locator(".account-body")).to_have_css("display", "grid")
    page.unroute("**/host/acts")
    page.keyboard.press("Escape")
    give_reason(page, "Mute", "A rude name")
    assert known(desk, id_of(ada))["muted"] is True


def test_a_double_click_acts_once(desk: Visitor, page: Page, ada: Person) -> None:
    row, held = look_up(desk, ada), hold(page, "**/host/acts")
    row.get_by_role("button", name="Mute").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("A rude name")
    act = page.get_by_role("dialog").get_by_role("button", name="Mute")
    with page.expect_request("**/host/acts"):
        act.dblclick()
    expect(act).to_be_disabled()
    assert len(held) == 1
    held[0].continue_()
    page.unroute("**/host/acts")
    expect(row).to_contain_text("muted")


def test_the_late_answer_of_an_older_search_is_dropped(
    desk: Visitor, page: Page, site: str, ada: Person
) -> None:
    row, bob = look_up(desk, ada), person(site, "Bob")
    held = hold(page, f"**/host/players?search={id_of(ada)}")
    search = page.get_by_role("tabpanel").get_by_role("searchbox")
    with page.expect_request("**/host/players?*"):
        search.press("Enter")
    search.fill(id_of(bob))
    search.press("Enter")
    expect(row).to_contain_text("Bob")
    with page.expect_event("requestfinished"):
        held[0].continue_()
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(row).to_contain_text("Bob")


def test_nothing_shifts_while_the_page_loads(
    visitor: Visitors, app: Any, site: str, host: Person, desk: Visitor
) -> None:
    ada, bob = person(site, "Ada"), person(site, "Bob")
    report(desk, bob, prepared_by([ada, bob], title="Another rude title").game)
    guest = visitor(390, 844, phone=True)
    guest.context.add_init_script(WATCH)
    sign_in(guest, app, host)
    guest.open("host")
    expect(guest.page.locator(".host-list > li").first).to_be_visible()
    guest.page.locator("#foot nav").first.wait_for(state="attached")
    assert guest.page.evaluate("shift") < MOST_SHIFT
