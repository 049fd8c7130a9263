"""Addresses as people type and copy them: each leads to the game, or says that there is none."""

import re

import pytest
from playwright.sync_api import expect

from clients.python import Anabasis
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitors


@pytest.fixture(scope="module")
def game(api: Anabasis) -> str:
    """A game of some moves."""
    made = api.create_game(ruleset="alexandros", board="tiny", seats=2, bots=["random"])
    view = api.view(made["game_id"])
    while view["viewer"]["seat"] not in view["to_act"]:
        view = api.wait(made["game_id"], view["version"]) or api.view(made["game_id"])
    return str(made["game_id"])


@pytest.mark.parametrize(
    "end", ["/", ".", ")", ").", "?at=2.5", "?at=-1", "?at=1e3", "?at=x", "?at="]
)
def test_a_copied_link_leads_to_its_game(visitor: Visitors, game: str, end: str) -> None:
    guest = visitor()
    guest.open(f"game/{game}{end}")
    guest.page.locator("#map svg, .map").first.wait_for()
    expect(guest.page.locator("#log .line")).not_to_have_count(0)
    expect(guest.page.get_by_text("Loading…")).to_have_count(0)


def test_a_page_that_no_list_has_shows_the_list(visitor: Visitors) -> None:
    guest = visitor()
    guest.open("?join=999999999")
    expect(guest.page.locator("#join h2")).to_be_visible()
    expect(guest.page.locator("#toasts")).to_be_empty()


def test_a_link_in_capitals_leads_to_its_game(visitor: Visitors, game: str) -> None:
    guest = visitor()
    guest.open(f"game/{game.upper()}")
    guest.page.locator("#map svg, .map").first.wait_for()
    assert guest.page.url.endswith(f"/game/{game}")


@pytest.mark.parametrize("end", ["", ")", ").", "/"])
def test_a_copied_link_of_an_unlisted_game_leads_to_it(
    visitor: Visitors, api: Anabasis, end: str
) -> None:
    made = api.create_game(ruleset="alexandros", board="tiny", seats=2, listed=False)
    guest = visitor()
    guest.open(f"game/{made['game_id']}#join={made['join_code']}{end}")
    expect(guest.page.locator("#log .line")).not_to_have_count(0)


@pytest.mark.parametrize(
    "path", ["boards/Settlers", "boards/settlers).", "rules/SETTLERS/", "New", "new/", "account."]
)
def test_a_copied_link_leads_to_its_page(visitor: Visitors, path: str) -> None:
    guest = visitor()
    guest.open(path)
    expect(guest.page.locator("#main h1, #main h2").first).to_be_visible()
    expect(guest.page.locator("#main")).not_to_contain_text(guest.text("missing_title"))


def test_a_copied_link_leads_to_a_framed_game(visitor: Visitors, game: str) -> None:
    guest = visitor()
    guest.open(f"embed/{game.upper()}).?at=1")
    expect(guest.page.locator("#map .map")).to_be_visible()
    expect(guest.page.locator("#place")).to_have_text(re.compile("^1/"))


def test_an_audit_is_of_the_game_that_a_copied_link_names(visitor: Visitors, stage: Stage) -> None:
    guest = visitor()
    guest.open(f"docs/audit?game={stage.at('finished').game.upper()}.")
    expect(guest.page.locator("#recorded")).not_to_be_empty()


@pytest.mark.parametrize(
    ("answer", "told"), [("{}", "page_fault"), ("<h1>Welcome to our Wi-Fi</h1>", "net_none")]
)
def test_an_error_while_a_game_opens_is_shown_as_it_is(
    visitor: Visitors, game: str, answer: str, told: str
) -> None:
    guest = visitor()
    guest.announce("TypeError")
    guest.context.route("**/replay?*", lambda route: route.fulfill(body=answer))
    guest.open(f"game/{game}")
    words = map(re.escape, guest.text(told).split("{error}"))
    expect(guest.page.locator("h1")).to_have_text(re.compile(".+".join(words)))


@pytest.mark.parametrize("path", ["game/%", "game/%E0%A4%A", "game/nothing-here", "rules/%"])
def test_an_address_of_nothing_says_so(visitor: Visitors, path: str) -> None:
    guest = visitor()
    guest.announce("4(00|04)")
    guest.open(path)
    expect(guest.page.get_by_text("Loading…")).to_have_count(0)
    expect(guest.page.locator("h1")).not_to_have_text("")
