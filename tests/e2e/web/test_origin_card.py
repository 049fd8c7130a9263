"""The card beside a piece in a live game, and the way back to the game from an earlier moment."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.web.play_alexandros import expect_place
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitor, Visitors

LIVE = re.compile("^Live · ")
PHONE = {"width": 390, "height": 844, "phone": True}
TERMS: dict[str, Any] = {
    "alexandros": {},
    "settlers": {"ruleset": "settlers", "board": "first_island"},
    "alexander_the_great": {"ruleset": "alexander_the_great", "board": "campaign"},
}


def is_placed(view: Any) -> bool:
    """Whether the piece has come to its place, some moves ago."""
    has_begun = bool(view["version"] > 12)
    if view["ruleset"] == "alexander_the_great":
        return has_begun and bool(view["state"]["alexander"]["crossing"] >= 0)
    return has_begun


def piece(view: Any) -> str:
    """The place of a piece."""
    state = view["state"]
    if view["ruleset"] == "alexandros":
        row, column = state["alexander"]["space"]
        return f'[data-space="{row},{column}"]'
    is_march = view["ruleset"] == "alexander_the_great"
    corner = state["alexander"]["corner"] if is_march else state["seats"][0]["settlements"][0]
    return f'[data-place="corner {corner}"]'


@pytest.mark.parametrize(
    ("ruleset", "role", "given"),
    [
        ("alexandros", "to move", {}),
        ("alexandros", "watching", PHONE),
        ("settlers", "waiting", PHONE),
        ("settlers", "to move", {}),
        ("alexander_the_great", "watching", {}),
    ],
)
def test_a_piece_opens_a_card_and_leaves_the_live_game_on_show(
    visitor: Visitors, site: str, ruleset: str, role: str, given: Any
) -> None:
    game = prepared(site, "Ada", "Bob", "Cleo", **TERMS[ruleset])
    view = game.play(lambda view: is_placed(view) and view["to_act"] == [0])
    guest = visitor(**given)
    if role == "watching":
        guest.open(f"game/{game.game}")
    else:
        sit(guest, game, 0 if role == "to move" else 1)
    page, stand = guest.page, guest.page.locator(piece(view))
    expect_place(page, view["version"], view["version"])
    page.locator("#map .map").wait_for()
    card = page.locator(".origin")
    tap(guest, stand)
    expect(card).to_contain_text("Placed in move")
    expect(card).to_be_in_viewport(ratio=1)
    expect(page).not_to_have_url(re.compile("at="))
    expect_place(page, view["version"], view["version"])
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(stand).to_be_focused()
    stand.press("Enter")
    expect(card.get_by_role("link", name="show")).to_be_focused()
    tap(guest, page.locator("#seats .game-title"))
    expect(card).to_have_count(0)
    if (ruleset, role) == ("alexander_the_great", "watching"):
        leads_back(page, game, view, stand)


def leads_back(page: Page, game: Prepared, view: Any, stand: Any) -> None:
    """The link leads to the moment, and *Live* says how far the game has gone on."""
    stand.press("Enter")
    page.locator(".origin").get_by_role("link", name="show").press("Enter")
    live = page.get_by_role("button", name=LIVE)
    expect(live).to_be_in_viewport(ratio=1)
    behind = int(re.sub(r"\D", "", live.inner_text().replace("one", "1")))
    game.step(view)
    more = game.view["version"] - view["version"]
    expect(live).to_have_text(f"Live · {behind + more} moves behind")
    live.click()
    expect(live).to_have_count(0)
    expect_place(page, game.view["version"], game.view["version"])


def tap(guest: Visitor, target: Any) -> None:
    """Tap on a phone, click elsewhere."""
    if guest.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        target.tap()
    else:
        target.click()
