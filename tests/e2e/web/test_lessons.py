"""Guided games from their first step to their last, each with the place to tap in view."""

import re
from collections.abc import Iterable

import pytest
from playwright.sync_api import Locator, Page, expect

from service.texts import text as words
from tests.e2e.web.input_devices import Finger, Hand, Keyboard, Mouse
from tests.e2e.web.layout import PHONE
from tests.e2e.web.play_alexandros import AT_ONCE
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

CHOICES = 60
TITLES = {
    "alexandros": "Alexandros",
    "settlers": "Settlers",
    "alexander_the_great": "Alexander the Great",
}
GOAL = {"alexandros": 20, "settlers": 5, "alexander_the_great": 5}
STEPS = {
    "alexandros": "aim card point march province occupy levy end",
    "settlers": "aim settlement road second roll yield build trade offer close end",
    "alexander_the_great": "aim march bid pay founded build end",
}
"""The steps of who does as the coach says; all others are for who goes another way."""
WAITING = ("watch", "others")
"""Said while bots move, as often and as long as they take."""
DUE = "[data-due], .coach .button.main"
MARK = """() => {
  document.querySelector("[data-due]")?.removeAttribute("data-due");
  const ring = document.querySelector(".coach-ring");
  if (!ring || ring.hidden) return;
  const {x, y, width, height} = ring.getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  const whole = x > -9 && y > -9 && x + width < innerWidth + 9 && y + height < innerHeight + 9;
  const due = document.elementFromPoint(across, down)
    ?.closest("button:not(.seat-details), [role=button]");
  if (whole) due?.setAttribute("data-due", "");
}"""
"""Marks the control within the ring, if the ring is whole in the window."""
STILL = """async () => {
  const look = () => [".coach-ring", "#map svg"].map((each) => {
    const box = document.querySelector(each)?.getBoundingClientRect();
    return [box?.x, box?.y, box?.width, document.querySelector(each)?.getAttribute("viewBox")];
  }).join();
  const looks = new Set();
  for (let frame = 0; frame < 4; frame += 1) {
    looks.add(look());
    await new Promise(requestAnimationFrame);
  }
  return looks.size === 1;
}"""
"""True once ring and map stand still: while the map moves, the ring may lie elsewhere."""
MARKED = f"""async () => {{
  ({MARK})();
  return await ({STILL})() && document.querySelector("{DUE}") !== null;
}}"""
FACE = """() => [".coach", "#panel", ".targets", ".points", ".seats"].map((each) =>
  document.querySelector(each)?.innerHTML).join() +
  document.querySelector("#map svg").getAttribute("viewBox")"""

LISTEN = """() => {
  const coach = document.getElementById("coach");
  const heard = new Set();
  const hear = () =>
    coach.querySelectorAll(".coach-text").forEach((each) => heard.add(each.innerText));
  window.heard = heard;
  hear();
  const changes = { childList: true, subtree: true, characterData: true };
  new MutationObserver(hear).observe(coach, changes);
}"""
"""Notes each text of the coach: one may be followed by the next between two looks from here."""


WATCH_HEIGHTS = """() => {
  const map = document.getElementById("map");
  window.heights = new Set();
  new ResizeObserver(() => heights.add(Math.round(map.clientHeight))).observe(map);
}"""


def begin(guest: Visitor, ruleset: str, hand: Hand) -> None:
    """From the front page's offer into a guided game, with others' moves shown at once."""
    guest.context.add_init_script(AT_ONCE)
    guest.open()
    hand.choose(guest.page.get_by_role("button", name=f"90 seconds ({TITLES[ruleset]})"))
    text(guest.page).wait_for()


def text(page: Page) -> Locator:
    return page.locator(".coach-text")


def lines(ruleset: str, steps: Iterable[str]) -> list[str]:
    """Return the coach's words at these steps."""
    return [words("en", f"{ruleset}.lesson_{step}", n=GOAL[ruleset]) for step in steps]


def follow(page: Page, hand: Hand) -> list[str]:
    """Do what the coach says, choice after choice, until the end; what was said."""
    page.evaluate(LISTEN)
    end = page.get_by_role("button", name="Play on")
    for _ in range(CHOICES):
        due = _due(page)
        if end.count():
            return list(page.evaluate("[...heard]"))
        before = page.evaluate(FACE)
        hand.choose(due)
        page.wait_for_function(f"before => ({FACE})() !== before", arg=before)
    raise AssertionError(f"no end after {CHOICES} choices: {page.evaluate('[...heard]')}")


def _due(page: Page) -> Locator:
    """The control that the coach waits for: *Next*, or the one in the ring."""
    # First marked, then held to be still: for a frame after a redraw the ring stays behind, and
    # another control may lie there. Not by `wait_for_function`, which takes any promise for true.
    eventually(lambda: page.evaluate(MARKED))
    return page.locator(DUE).first


@pytest.mark.parametrize(
    ("ruleset", "hand"),
    [
        ("alexandros", Finger()),
        ("settlers", Finger()),
        ("alexander_the_great", Finger()),
        ("alexander_the_great", Mouse()),
        ("alexandros", Keyboard()),
    ],
    ids=["alexandros", "settlers", "scenario", "by mouse", "by keyboard"],
)
def test_a_guided_game_leads_through_a_whole_turn(
    visitor: Visitors, ruleset: str, hand: Hand
) -> None:
    """Its seed keeps every promise: each step of the way is shown, in order."""
    size = {"width": 390, "height": 844, "phone": True} if isinstance(hand, Finger) else {}
    guest = visitor(**size)
    begin(guest, ruleset, hand)
    said = follow(guest.page, hand)
    told = [line for line in said if line not in lines(ruleset, WAITING)]
    assert told == [*lines(ruleset, STEPS[ruleset].split()), words("en", "lesson_done")]
    assert guest.page.evaluate("scrollY") == 0
    hand.choose(guest.page.get_by_role("button", name="Play on"))
    expect(text(guest.page)).to_have_count(0)
    expect(guest.page.locator("#panel .prompt.mine")).to_be_visible()


def test_the_coach_follows_who_deviates_and_takes_back(visitor: Visitors) -> None:
    guest = visitor()
    page = guest.page
    begin(guest, "alexandros", Mouse())
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator("#panel .market button.card").nth(1).click()
    page.locator("#panel .proposal .main").click()
    expect(text(page)).to_contain_text("The lit space is his goal")
    page.reload()
    expect(text(page)).to_contain_text("The lit space is his goal")
    page.get_by_role("button", name="Undo").click()
    expect(text(page)).to_contain_text("begins with a card")
    game = page.url
    page.get_by_role("button", name="Start over").click()
    page.wait_for_url(lambda url: "/game/" in url and url != game)
    expect(text(page)).to_contain_text("Welcome!")
    page.get_by_role("button", name="Leave").click()
    page.reload()
    page.locator("#panel .prompt.mine").wait_for()
    expect(text(page)).to_have_count(0)
    guest.open()
    expect(page.get_by_role("heading", name="Guided games")).to_be_visible()


def test_a_newcomer_reads_how_to_win_and_nobody_else(visitor: Visitors) -> None:
    guest = visitor()
    page = guest.page
    guest.open()
    page.get_by_role("button", name=re.compile("^Alexandros Two")).click()
    expect(page.locator("#panel .aim")).to_contain_text("someone reaches 100 points")
    guest.open("new")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url(re.compile("/game/"))
    page.locator("#panel .prompt").wait_for()
    expect(page.locator("#panel .aim")).to_have_count(0)


@pytest.mark.parametrize("ruleset", TITLES)
def test_on_a_phone_the_map_keeps_its_height_from_step_to_step(
    visitor: Visitors, ruleset: str
) -> None:
    guest = visitor(*PHONE, phone=True)
    begin(guest, ruleset, Finger())
    guest.page.evaluate(WATCH_HEIGHTS)
    follow(guest.page, Finger())
    heights = guest.page.evaluate("[...heights]")
    assert len(heights) == 1, heights
