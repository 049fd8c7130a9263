"""Standing orders on the page: given, followed, signed for their own seat alone, and refused."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitors

CLOSED = "dialog.orders[open]"
SIZES = ((1280, 800), (390, 844))
BOX = (
    "element => { const { top, bottom } = element.getBoundingClientRect(); return [top, bottom]; }"
)
FOCUS = f"() => ({BOX})(document.activeElement)"
RING = """element => {
  const { outlineWidth, outlineOffset } = getComputedStyle(element);
  return parseFloat(outlineWidth) + parseFloat(outlineOffset);
}"""
ROW_ENDS = """() => [...document.querySelectorAll(".takeback .button")]
  .map((button) => button.getBoundingClientRect()).map(({ left, right }) => [left, right])"""

KEEP_TOASTS = """() => {
  const shown = document.getElementById("toasts");
  window.toasts = [];
  new MutationObserver(() => toasts.push(shown.textContent)).observe(shown, { childList: true });
}"""
"""A toast ends by itself; a busy machine may look too late."""


def to_march(site: str, **more: Any) -> Prepared:
    """A game of the scenario; Ada is to march."""
    terms = {"ruleset": "alexander_the_great", "board": "campaign", "seed": "0dd5"} | more
    return prepared(site, "Ada", "Bob", "Cleo", **terms)


def test_an_order_answers_and_only_its_own_seat_sees_a_sign(visitor: Visitors, site: str) -> None:
    game = to_march(site)
    ada = sit(visitor(), game, 0).page
    ada.keyboard.press("o")
    bid = ada.get_by_role("switch", name="Bid for me up to a limit")
    expect(bid).to_be_disabled()
    expect(ada.get_by_text("No auction is under way")).to_have_count(2)
    ada.keyboard.press("Escape")
    expect(ada.locator(CLOSED)).to_have_count(0)
    ada.get_by_role("button", name="Move Alexander").click()
    ada.get_by_role("button", name="Bid 1").wait_for()

    bob = sit(visitor(390, 844, phone=True), game, 1).page
    bob.get_by_role("button", name="Bid up to…").tap()
    sheet = bob.get_by_role("dialog", name="Standing orders")
    limit = sheet.get_by_role("spinbutton", name="My limit")
    expect(limit).to_be_focused()
    box = sheet.bounding_box()
    assert box is not None
    assert (round(box["x"]), round(box["width"]), round(box["y"] + box["height"])) == (0, 390, 844)
    limit.fill("3")
    sheet.get_by_role("button", name="Give this order").tap()
    expect(sheet.get_by_role("switch", checked=True)).to_have_text("Bid for me up to a limit")
    sheet.get_by_role("button", name="Close").tap()
    expect(bob.get_by_role("button", name="Bidding up to 3…")).to_be_focused()
    expect(bob.get_by_role("button", name="Bid up to…")).to_have_count(0)
    expect(bob.get_by_role("button", name="Orders · 1")).to_be_visible()

    ada.get_by_role("button", name="Bid 1").click()
    told = "Bob bid 2"
    expect(bob.locator(".line", has_text=told).get_by_label("by your order")).to_have_count(1)
    expect(bob.locator(".by-order")).to_have_count(1)
    heights = bob.locator(".line-version").evaluate_all(
        "all => all.map((each) => each.offsetHeight)"
    )
    assert len(set(heights)) == 1
    expect(ada.locator(".line", has_text=told)).to_have_count(1)
    expect(ada.locator(".by-order")).to_have_count(0)


def test_a_ranking_is_given_changed_and_withdrawn(visitor: Visitors, site: str) -> None:
    game = to_march(site)
    guest = visitor()
    page = sit(guest, game, 1).page
    page.get_by_role("button", name="Orders").click()
    sheet = page.get_by_role("dialog", name="Standing orders")
    sheet.get_by_role("switch", name="Pay by this preference").click()
    for good in ("wool", "gold"):
        sheet.get_by_role("button", name=good).click()
    sheet.get_by_role("button", name="Give this order").click()
    change = sheet.get_by_role("button", name="Change")
    expect(change).to_be_disabled()
    sheet.get_by_label("Knights before goods").check()
    with page.expect_response("**/orders/pay_by"):
        change.click()
    expect(change).to_be_disabled()
    (order,) = game.people[1].client.orders(game.game)["orders"]
    assert order["values"] == {"first": ["wool", "gold"], "knights": True}
    sheet.get_by_role("button", name="Withdraw all").click()
    expect(sheet.get_by_role("switch", checked=True)).to_have_count(0)
    assert game.people[1].client.orders(game.game)["orders"] == []

    guest.announce("409")
    game.people[1].client.resign(game.game)
    sheet.get_by_role("switch", name="Refuse every offer").click()
    expect(sheet.get_by_role("alert").filter(has_text=".")).to_have_count(1)


def test_an_order_that_an_undo_put_to_sleep_says_so_and_is_woken(
    visitor: Visitors, site: str
) -> None:
    game = to_march(site, undo="free")
    ada, bob = (person.client for person in game.people[:2])
    start = ada.move(game.game, {"type": "march"}, ada.view(game.game)["version"])["version"]
    bob.give_order(game.game, "bid_up_to", most=4)
    bob.give_order(game.game, "move_on", end_turn=True)
    page = sit(visitor(1280, 800), game, 1).page
    orders = page.get_by_role("button", name="Orders · 2")
    expect(orders).to_be_visible()
    page.evaluate(KEEP_TOASTS)
    made = ada.move(game.game, {"type": "bid", "bid": 1}, start)
    ada.undo(game.game, start, made["latest"])
    expect(orders).to_have_class(re.compile("is-silent"))
    assert "no longer answers" in page.evaluate("toasts.join()")
    orders.click()
    sheet = page.get_by_role("dialog", name="Standing orders")
    expect(sheet.get_by_text("Asleep, because a move")).to_have_count(1)
    sheet.get_by_role("button", name="Wake it").click()
    expect(sheet.get_by_text("Asleep")).to_have_count(0)
    assert [each["asleep"] for each in bob.orders(game.game)["orders"]] == [False, False]


@pytest.mark.parametrize("size", SIZES)
def test_a_focused_control_is_in_sight_above_the_foot(
    visitor: Visitors, site: str, size: tuple[int, int]
) -> None:
    page = sit(visitor(*size, phone=size[0] < 500), to_march(site), 1).page
    page.get_by_role("button", name="Orders").click()
    sheet = page.get_by_role("dialog", name="Standing orders")
    switches = sheet.get_by_role("switch")
    expect(switches.first).to_be_focused()
    for _ in range(switches.count() - 1):
        page.keyboard.press("Tab")
        top, bottom = page.evaluate(FOCUS)
        assert sheet.evaluate(BOX)[0] <= top
        assert bottom <= sheet.locator(".dialog-end").evaluate(BOX)[0]
    expect(switches.last).to_be_focused()
    page.keyboard.press("Space")
    expect(switches.last).to_be_checked()
    row = sheet.locator(".order").last
    expect(row.locator("form")).to_be_visible()
    assert row.evaluate(BOX)[1] <= sheet.locator(".dialog-end").evaluate(BOX)[0]


def test_the_ring_of_a_switch_leaves_its_help_uncovered(visitor: Visitors, site: str) -> None:
    page = sit(visitor(), to_march(site), 1).page
    page.keyboard.press("o")
    switch = page.get_by_role("dialog", name="Standing orders").get_by_role("switch").first
    expect(switch).to_be_focused()
    note = page.locator(".order > .note").first
    assert switch.evaluate(RING) > 0
    assert switch.evaluate(BOX)[1] + switch.evaluate(RING) <= note.evaluate(BOX)[0]


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "nl-NL", "da-DK"])
def test_taking_back_and_labelled_orders_share_a_pages_width(
    visitor: Visitors, site: str, locale: str
) -> None:
    game = to_march(site, undo="consent")
    ada = game.people[0].client
    ada.give_order(game.game, "refuse_every_offer")
    ada.move(game.game, {"type": "march"}, ada.view(game.game)["version"])
    page = sit(visitor(390, 844, phone=True, locale=locale), game, 0).page
    expect(page.locator(".orders-button")).to_contain_text("1")
    expect(page.locator(".takeback .button")).to_have_count(4)
    for width in (390, 360, 320, 1024, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator(".orders-button > .label")).to_be_visible()
        ends = page.evaluate(ROW_ENDS)
        assert [pair for pair in ends if pair[0] < 0 or pair[1] > width] == []
