"""A seat's card: a narrow page shows there what does not fit into the seat's line."""

from playwright.sync_api import expect

from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitors

FOUR = ("Ada", "Bob", "Cleo", "Dan")


def test_a_tap_on_a_seat_shows_all_that_it_has(visitor: Visitors, site: str) -> None:
    game = prepared(site, *FOUR, ruleset="alexander_the_great", board="campaign")
    page = sit(visitor(390, 844, phone=True), game, 0).page
    page.get_by_role("button", name="Details of Bob").tap()
    card = page.get_by_role("dialog", name="Bob")
    for words in ("0 points", "6 cards", "longest road: 0", "gold", "knights"):
        expect(card.locator("li", has_text=words)).to_have_count(1)
    card.get_by_role("button", name="Close").tap()
    expect(card).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("button", name="Details of Bob")).to_be_hidden()
