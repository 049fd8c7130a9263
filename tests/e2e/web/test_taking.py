"""A look at a card of Alexandros before it is taken: a tap shows where it leads, a second sends."""

from playwright.sync_api import expect

from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.visitors import Visitors


def test_a_card_is_shown_before_it_is_sent(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob")
    page = sit(visitor(), game, 0).page
    card = page.locator("#panel button.card").first
    send = page.locator("#panel .proposal .main")
    marching = page.locator(".point, .space.target.chosen").first
    undo = page.get_by_role("button", name="Undo")
    before = game.view["version"]

    expect(card).to_have_attribute("aria-description", "Leads to one space. D1")
    card.hover()
    expect(page.locator(".space.option")).to_have_count(1)
    card.click()
    expect(send).to_have_text("Take the amphora")
    expect(card).to_have_attribute("aria-pressed", "true")
    assert game.view["version"] == before

    page.locator(".space.target").click()
    marching.wait_for()
    assert game.view["version"] == before + 1
    undo.click()

    card.press("Enter")
    expect(send).to_be_focused()
    assert game.view["version"] == before + 2
    page.keyboard.press("Enter")
    marching.wait_for()
    undo.click()

    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Send moves at one tap").check()
    page.get_by_role("button", name="Close", exact=True).click()
    card.click()
    marching.wait_for()
    assert game.view["version"] == before + 5
