"""The whole page behind a path prefix, as on a host that serves other things beside it."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.web import browsers
from tests.e2e.web.play_alexandros import play_turn, wait_for_my_turn
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitor, Visitors, unfold

PREFIX = "/play"


@pytest.fixture(scope="module")
def behind() -> Iterator[str]:
    with browsers.served_under(PREFIX) as address:
        yield address


@pytest.fixture
def guest(visitor: Visitors, behind: str) -> Iterator[Visitor]:
    """Somebody who never asks for anything outside the folder."""
    made = visitor()
    made.site = behind
    asked: list[str] = []
    made.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    yield made
    assert [path for path in asked if not path.startswith(f"{PREFIX}/")] == []


def test_the_links_lead_from_page_to_page(guest: Visitor) -> None:
    guest.open()
    for name in ("New game", "Rules", "Games"):
        guest.page.locator("#bar").get_by_role("link", name=name).click()
        expect(guest.page.locator("#bar [aria-current=page]")).to_have_text(name)
        expect(guest.page.locator("main :is(h1, h2)").first).to_be_visible()


def test_rules_lead_to_the_rules_that_they_name(guest: Visitor) -> None:
    guest.open("rules/")
    main = guest.page.get_by_role("main")
    expect(main.get_by_role("link", name="Alexandros")).to_contain_text("For 2–4 players")
    main.get_by_role("link", name="Alexander the Great").click()
    guest.page.get_by_role("link", name="/rules/settlers").first.click()
    guest.page.wait_for_url(f"**{PREFIX}/rules/settlers")
    expect(guest.page.locator(".rule").first).to_be_visible()


def test_an_address_that_leads_nowhere_leads_back(guest: Visitor) -> None:
    guest.announce("404")
    guest.open("rules/of/no/game")
    expect(guest.page.get_by_role("main")).to_contain_text(f"{PREFIX}/rules/of/no/game")
    guest.page.get_by_role("link", name="Go to the games").click()
    guest.page.wait_for_url(f"**{PREFIX}/")
    expect(guest.page.locator(".tagline")).to_be_visible()


def test_a_game_is_set_up_and_its_link_leads_to_it(guest: Visitor) -> None:
    guest.open("new")
    unfold(guest.page)
    guest.page.get_by_text("Tiny").click()
    guest.page.get_by_label("Seat 2", exact=True).select_option("free")
    guest.page.get_by_role("button", name="Start the game").click()
    guest.page.wait_for_url(re.compile(rf"{PREFIX}/game/\w+"))
    link = guest.page.locator("input.link").input_value()
    assert urlsplit(link).path == urlsplit(guest.page.url).path


def test_a_turn_is_played_and_looked_back_at(guest: Visitor, behind: str) -> None:
    game = prepared(behind, "Ada", "Bob")
    guest.become(game.people[0].token)
    guest.open(f"game/{game.game}")
    wait_for_my_turn(guest.page)
    play_turn(guest.page)
    expect(guest.page.locator("#panel h2")).to_contain_text("Bob")
    guest.page.locator(".line button").nth(3).click()
    expect(guest.page.locator(".replay-place")).to_have_text(re.compile("^4/"))
    expect(guest.page).to_have_url(re.compile(rf"{PREFIX}/game/{game.game}\?at=4$"))
