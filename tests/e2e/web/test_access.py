"""The page for everybody: axe on every state, nothing wider than a narrow phone, focus, words."""

import pytest
from playwright.sync_api import Page, expect

from service.texts import LANGUAGES
from tests.e2e.web.accessibility import LOOKS, NARROWEST, complaints_in
from tests.e2e.web.front_scenes import EVERY_SCENE
from tests.e2e.web.page_text import codes, overflow
from tests.e2e.web.play_alexandros import expect_place
from tests.e2e.web.scenes import SCENES, Stage
from tests.e2e.web.visitors import Visitors
from tests.e2e.web.walks import WALKS, return_to_desk, walk

TABS = 30
TABBED = {"lobby", "new game", "choosing a card", "replay", "rules"}
ORDER = {name: turn for turn, name in enumerate(EVERY_SCENE)}
WIDENED_IS_REACHED = """() => {
  const row = document.querySelector("#panel .cards");
  if (!row.dataset.seen) {
    row.dataset.seen = "in an earlier frame";
    return false;
  }
  for (const part of row.children) part.style.minWidth = "2000px";
  return row.getAttribute("tabindex") === "0";
}"""
"""Whether the keyboard reaches the row, widened a frame after it is drawn.

A panel that is redrawn has another row, which is widened in its turn.
"""
FOCUS = """() => {
  const node = document.activeElement;
  if (node === document.body) return "";
  const looks = () => {
    const {outline, boxShadow, stroke, strokeWidth} = getComputedStyle(node);
    return [outline, boxShadow, stroke, strokeWidth].join();
  };
  const focused = looks();
  node.blur();
  const plain = looks();
  node.focus();
  return focused === plain ? node.outerHTML.slice(0, 160) : "";
}"""
"""The focused element if it looks the same without focus, otherwise nothing."""


@pytest.mark.parametrize(("turn", "first"), [*enumerate(WALKS)], ids=WALKS)
def test_scenes_are_for_everybody(visitor: Visitors, stage: Stage, turn: int, first: str) -> None:
    """Each in another theme and size, walks in other languages; `make access` looks at all in all.

    The focus is seen wherever Tab leads.
    """
    language = [*LANGUAGES][(turn + turn // 4) % len(LANGUAGES)]
    guest = visitor(locale=language)
    found: list[str] = []

    def look(name: str) -> None:
        expect(guest.page.locator("html")).to_have_attribute("lang", language)
        axe = complaints_in(guest.page, LOOKS[ORDER[name] % len(LOOKS)], NARROWEST)
        wide = ["wider than the narrowest"] if overflow(guest.page) else []
        found.extend(f"{name}: {fault}" for fault in axe + codes(guest.page) + wide)
        if name in TABBED:
            return_to_desk(guest)
            found.extend(f"{name}: no focus on {node}" for node in unseen_focus(guest.page))

    walk(first, guest, stage, look)
    assert found == []


def unseen_focus(page: Page) -> list[str]:
    """Return the elements that look the same without the focus."""
    unseen = []
    for _ in range(TABS):
        page.keyboard.press("Tab")
        unseen.append(str(page.evaluate(FOCUS)))
    return [*filter(None, unseen)]


@pytest.mark.parametrize("name", ["points to march to", "a way proposed", "asking to take back"])
def test_everything_to_choose_on_the_map_has_its_name_at_once(
    visitor: Visitors, stage: Stage, name: str
) -> None:
    """Idle callbacks never run here."""
    guest = visitor()
    guest.context.add_init_script("window.requestIdleCallback = () => 0")
    SCENES[name](guest, stage)
    expect(guest.page.locator(".point[role=button][aria-label]")).to_have_count(3)
    expect(guest.page.locator(".map [role=button]:not([aria-label])")).to_have_count(0)


def test_a_chosen_point_leads_to_the_button_that_sends_the_march(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor()
    SCENES["points to march to"](guest, stage)
    guest.page.locator(".point").first.focus()
    with guest.page.expect_response("**/preview*"):
        guest.page.keyboard.press("Enter")
    expect(guest.page.locator(".point.chosen")).to_have_count(1)
    expect(guest.page.locator("#panel .proposal .main")).to_be_focused()


def test_a_row_of_cards_that_outgrows_its_place_is_reached_by_keyboard(
    visitor: Visitors, stage: Stage
) -> None:
    """The row's own size stays the same then."""
    guest = visitor(700, 900, phone=True)
    SCENES["points to march to"](guest, stage)
    expect(guest.page.locator("#panel .cards")).not_to_have_attribute("tabindex", "0")
    guest.page.wait_for_function(WIDENED_IS_REACHED)


def test_the_map_itself_is_neither_a_stop_of_the_keyboard_nor_a_button(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor()
    SCENES["choosing a card"](guest, stage)
    stops = []
    for _ in range(TABS):
        guest.page.keyboard.press("Tab")
        stops.append(guest.page.evaluate("document.activeElement.matches('svg.map')"))
    assert not any(stops)
    expect(guest.page.locator("svg.map[role=button]")).to_have_count(0)


def test_one_space_of_the_map_has_the_focus_and_arrows_move_it(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor()
    SCENES["marching"](guest, stage)
    stops = guest.page.locator('.map [tabindex="0"]')
    expect(stops).to_have_count(1)
    stops.focus()
    named = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        guest.page.keyboard.press(key)
        expect(stops).to_have_count(1)
        expect(stops).to_be_focused()
        named.add(stops.get_attribute("aria-label"))
    assert len(named) > 1
    assert None not in named
    guest.page.keyboard.press("Tab")
    assert guest.page.evaluate("!document.activeElement.closest('.map')")


def test_tabs_go_by_arrows_and_only_the_one_in_sight_is_reached_by_tab(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor()
    SCENES["replay"](guest, stage)
    moves, scores = guest.page.get_by_role("tab").all()
    moves.focus()
    for key, chosen, other in (("ArrowRight", scores, moves), ("ArrowLeft", moves, scores)):
        guest.page.keyboard.press(key)
        expect(chosen).to_be_focused()
        expect(chosen).to_have_attribute("aria-selected", "true")
        expect(chosen).to_have_attribute("tabindex", "0")
        expect(other).to_have_attribute("tabindex", "-1")
        expect(guest.page.get_by_role("tabpanel")).to_have_accessible_name(chosen.inner_text())
    expect_place(guest.page, 20, int(guest.page.get_by_role("slider").get_attribute("max") or 0))


def test_the_lobby_says_which_games_it_shows(visitor: Visitors, stage: Stage) -> None:
    guest = visitor()
    SCENES["lobby"](guest, stage)
    finished = guest.page.get_by_role("button", name="Finished", pressed=False)
    finished.click()
    expect(guest.page.get_by_role("button", pressed=True)).to_have_text("Finished")


def test_games_that_wait_for_one_come_before_the_ways_to_begin_another(
    visitor: Visitors, stage: Stage
) -> None:
    guest = visitor()
    EVERY_SCENE["lobby in full"](guest, stage)
    parts = guest.page.locator("#mine > :is(h2, .quick-line)")
    expect(parts.nth(0)).to_have_text("Your turn")
    expect(parts.nth(1)).to_have_class("quick-line")
    expect(parts.nth(2)).to_have_text("Waiting for others")


def test_a_move_is_spoken(visitor: Visitors, site: str) -> None:
    ada, bob = visitor(), visitor()
    stage = Stage(site)
    SCENES["choosing a card"](ada, stage)
    SCENES["another chooses a card"](bob, stage)
    ada.page.locator("#panel button.card").first.click()
    ada.page.locator("#panel .proposal .main").click()
    for each in (ada, bob):
        spoken = each.page.locator("#spoken[aria-live=polite]")
        expect(spoken).to_contain_text("Ada chose")
        expect(each.page.locator(".line.current")).to_contain_text(spoken.text_content() or "–")
