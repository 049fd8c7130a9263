"""A browser that refuses cookies and data: all is readable, and it says why nobody can play."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitor, Visitors

DENY = """
  const refuse = () => { throw new DOMException("Access is denied.", "SecurityError"); };
  for (const name of ["localStorage", "sessionStorage", "indexedDB"])
    Object.defineProperty(globalThis, name, { get: refuse });
  for (const name of ["open", "match", "has", "keys", "delete"])
    CacheStorage.prototype[name] = async () => refuse();
  LockManager.prototype.request = async () => refuse();
  for (const name of ["register", "getRegistration"])
    ServiceWorkerContainer.prototype[name] = async () => refuse();
"""
"""As in Chromium that is set to block cookies."""


def refusing(guest: Visitor) -> Visitor:
    """Have a browser refuse what the page and the service want to keep in it."""

    def answer(route: Route) -> None:
        response = route.fetch()
        headers = {k: v for k, v in response.headers.items() if k.lower() != "set-cookie"}
        route.fulfill(response=response, headers=headers)

    guest.context.add_init_script(DENY)
    guest.context.route("**/api/v1/session", answer)
    cdp = guest.context.new_cdp_session(guest.page)
    cdp.send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    return guest


@pytest.fixture
def guest(visitor: Visitors) -> Visitor:
    return refusing(visitor())


@pytest.mark.parametrize("path", ["", "new", "account", "boards/settlers", "game"])
def test_a_page_that_needs_a_session_says_why_there_is_none(
    guest: Visitor, stage: Stage, path: str
) -> None:
    guest.open(f"game/{stage.at('waiting').game}" if path == "game" else path)
    expect(guest.page.get_by_text(guest.text("session_denied"))).to_be_visible()
    expect(guest.page.locator("#main").get_by_role("heading").first).to_be_visible()
    if path != "account":
        expect(guest.page.locator("#main").get_by_role("button").first).to_be_visible()


@pytest.mark.parametrize("query", ["", "?at=7"])
def test_a_game_is_watched_and_replayed(guest: Visitor, stage: Stage, query: str) -> None:
    guest.open(f"game/{stage.at('finished').game}{query}")
    expect(guest.page.locator("#map .map")).to_be_visible()
    expect(guest.page.locator("#log .line")).not_to_have_count(0)
    guest.page.keyboard.press("ArrowLeft")
    expect(guest.page).to_have_url(re.compile(r"\?at=\d"))
    expect(guest.page.get_by_text(guest.text("session_denied"))).to_have_count(0)


def test_rules_open_beside_the_board(guest: Visitor, stage: Stage) -> None:
    guest.open(f"game/{stage.at('actions').game}")
    guest.page.locator("#panel .prompt").wait_for()  # before, the link leads to the rules' own page
    guest.page.get_by_role("link", name=guest.text("nav_rules")).click()
    expect(guest.page.locator("dialog.drawer .rules").get_by_role("heading").first).to_be_visible()


@pytest.mark.parametrize("path", ["", "new"])
def test_nobody_is_made_who_could_not_be_signed_in(guest: Visitor, path: str) -> None:
    made: list[str] = []
    guest.page.on("request", lambda request: made.append(request.method))
    guest.open(path)
    guest.page.locator("form .button.main, .quick .button").last.click()
    expect(guest.page.locator(".toast")).to_have_text(guest.text("session_denied"))
    assert "POST" not in made


def test_a_look_that_is_chosen_holds_as_long_as_the_page(guest: Visitor) -> None:
    guest.announce("not kept")
    guest.open("new")
    guest.page.get_by_role("button", name=guest.text("nav_settings")).click()
    guest.page.get_by_label(guest.text("settings_theme")).select_option("dark")
    expect(guest.page.locator("html")).to_have_attribute("data-theme", "dark")
