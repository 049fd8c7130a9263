"""The keyboard's focus in a game: after each step on the next choice, and never lost."""

from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from tests.e2e.web.play_alexandros import AT_ONCE, expect_place, shown_version
from tests.e2e.web.play_settlers import sit
from tests.e2e.web.prepared_games import Prepared, prepared
from tests.e2e.web.visitors import Visitors

KEEP = """window.heard = [];
const region = document.getElementById("prompted") ?? document.body;
new MutationObserver(() => heard.push(region.textContent)).observe(region, {childList: true});
window.lost = [];
const look = () => {
  const headline = document.querySelector("#panel h2")?.textContent;
  if (document.activeElement === document.body) lost.push(headline);
  requestAnimationFrame(look);
};
look();"""
"""Note each announcement to a screen reader, and each frame with the focus on the body."""


def _ada(visitor: Visitors, game: Prepared) -> Page:
    """Ada's page, with the focus on the due choice."""
    guest = visitor()
    guest.announce("/preview .*409")  # asked for as the focus came, answered after the move
    guest.context.add_init_script(AT_ONCE)
    page = sit(guest, game, 0).page
    page.locator("#panel button.card, #panel .main, #map .target").first.focus()
    page.evaluate(KEEP)
    return page


def _focused(page: Page) -> Locator:
    return page.locator("#panel :focus, #map :focus, #panel:focus")


def _enter(page: Page, then: str) -> None:
    """Press Enter, and wait for the focus to stand on what follows."""
    page.keyboard.press("Enter")
    page.locator(then).wait_for()


def test_enter_alone_leads_through_a_turn_and_the_bots_answer(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", seats=2, bots=["greedy"])
    page = _ada(visitor, game)
    expect(page.locator("button.card").first).to_be_focused()
    _enter(page, "#panel .proposal .main:focus")
    _enter(page, ".point:focus, .space.target:focus")
    _enter(page, ".point:focus, #panel .proposal .main:focus")
    if page.locator(".point:focus").count():
        _enter(page, "#panel .proposal .main:focus")
    page.keyboard.press("Escape")
    expect(page.locator(".point:focus")).to_have_count(1)
    _enter(page, "#panel .proposal .main:focus")
    _enter(page, "#panel :is(.actions, .cards) button:focus")
    for _ in range(3):
        if page.locator("#panel .end:focus").count():
            break
        if page.locator("#panel button.card:focus").count():
            _enter(page, "#panel .proposal .main:focus")
        before = shown_version(page)
        page.keyboard.press("Enter")
        expect(page.locator(".replay-place")).not_to_contain_text(f"{before}/")
        page.locator("#panel button:focus").wait_for()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Choose a card to march with")).to_be_visible()
    expect(page.locator("button.card").first).to_be_focused()
    events = game.people[0].client.events(game.game)["events"]
    assert {event["type"] for event in events}.isdisjoint({"undone", "redone"})
    assert page.evaluate("lost") == []
    heard = page.evaluate("heard")
    assert not any(words == after for words, after in pairwise(heard))
    assert heard[-1].startswith("Choose a card to march with")


def test_the_focus_waits_on_the_panel_while_others_move(visitor: Visitors, site: str) -> None:
    """Also a dialog that was opened from a button that is gone gives it to the panel."""
    game = prepared(site, "Ada", "Bob", ruleset="settlers", board="first_island")
    page = _ada(visitor, game)
    expect(page.get_by_role("region", name="Moves and cards")).to_have_attribute("tabindex", "-1")
    for then in ("#map .target-edge:focus", "#panel:focus:has(h2:has-text('Bob'))"):
        _enter(page, "#panel .proposal .main:focus")
        _enter(page, then)
    page.keyboard.press("Tab")
    expect(page.locator("#panel .rule-mark")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    game.play(lambda view: view["to_act"] == [0])
    expect(page.locator("#panel .prompt.mine")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(_focused(page)).to_have_count(1)
    page.locator("#panel .takeback .button").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator("#map .target:focus")).to_have_count(1)
    assert page.evaluate("lost") == []


def test_a_mouse_leaves_no_ring_behind(visitor: Visitors, site: str) -> None:
    page = sit(visitor(), prepared(site, "Ada", "Bob"), 0).page
    page.locator("button.card").first.click()
    page.locator("#panel .proposal .main").click()
    page.locator(".point .reach, .space.target").first.wait_for()
    expect(_focused(page)).to_have_count(1)
    expect(page.locator(":focus-visible")).to_have_count(0)


def test_the_end_of_a_game_takes_and_returns_the_focus(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob")
    page = _ada(visitor, game)
    game.people[1].client.resign(game.game)
    card = page.get_by_role("dialog", name="The game is over")
    expect(card.get_by_role("heading", name="The game is over")).to_be_focused()
    card.get_by_role("button", name="Replay").press("Enter")
    expect(card).to_be_hidden()
    expect(page.locator("#panel:focus, #panel :focus")).to_have_count(1)
    assert page.evaluate("lost") == []


def test_arrows_walk_the_map_and_history_is_the_replays(visitor: Visitors, site: str) -> None:
    game = prepared(site, "Ada", "Bob", ruleset="settlers", board="first_island")
    game.play(lambda view: view["to_act"] == [0] and view["phase"] == "roll")
    page, last = _ada(visitor, game), game.view["version"]
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "Home", "End", "Space"):
        page.locator("#panel").focus()
        page.keyboard.press(key)
        expect_place(page, last, last)
    page.locator("#panel .main").first.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#map .spot:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#map .spot:focus")).to_have_count(1)
    expect_place(page, last, last)
    page.get_by_role("slider").focus()
    for key, place in (("ArrowLeft", last - 1), ("Home", 1), ("ArrowRight", 2), ("End", last)):
        page.keyboard.press(key)
        expect_place(page, place, last)
    page.get_by_role("button", name="Settings").focus()
    page.keyboard.press("m")
    expect(page.locator("#panel .main").first).to_be_focused()
    page.get_by_role("button", name="Text").focus()
    page.keyboard.press("Enter")
    page.locator(".move-box input").press_sequentially("kjm?r")
    expect(page.locator(".move-box input")).to_have_value("kjm?r")
    expect_place(page, last, last)


def test_the_log_is_one_tab_stop(visitor: Visitors, over: Prepared) -> None:
    guest, last = visitor(), over.view["version"]
    guest.open(f"game/{over.game}")
    page, lines = guest.page, guest.page.locator(".line button")
    expect(lines).to_have_count(last)
    stops = page.locator('#log :is(button:not([tabindex="-1"]), [tabindex="0"])')
    expect(stops).to_have_count(1)
    page.locator("#tab-log").focus()
    page.keyboard.press("Tab")
    expect(lines.last).to_be_focused()
    for key, line in (("ArrowUp", last - 2), ("Home", 0), ("ArrowDown", 1), ("End", last - 1)):
        page.keyboard.press(key)
        expect(lines.nth(line)).to_be_focused()
        expect(stops).to_have_count(1)
        expect_place(page, last, last)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_place(page, 2, last)
    expect(lines.nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("slider")).to_be_focused()
