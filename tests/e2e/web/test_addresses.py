"""Addresses as people type and copy them: each leads to the game, or says that there is none."""

import pytest
from playwright.sync_api import expect

from clients.python import Anabasis
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


def test_a_link_in_capitals_leads_to_its_game(visitor: Visitors, game: str) -> None:
    guest = visitor()
    guest.open(f"game/{game.upper()}")
    guest.page.locator("#map svg, .map").first.wait_for()
    assert guest.page.url.endswith(f"/game/{game}")


@pytest.mark.parametrize("path", ["game/%", "game/%E0%A4%A", "game/nothing-here", "rules/%"])
def test_an_address_of_nothing_says_so(visitor: Visitors, path: str) -> None:
    guest = visitor()
    guest.announce("4(00|04)")
    guest.open(path)
    expect(guest.page.get_by_text("Loading…")).to_have_count(0)
    expect(guest.page.locator("h1")).not_to_have_text("")
