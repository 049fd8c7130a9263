"""Three ways to use the page: mouse, keyboard alone, touch."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from playwright.sync_api import Locator, Page

LONGEST_WAY = 200
IN_SIGHT = Path(__file__).with_name("in_sight.js").read_text()

NEXT_KEY = """(target, isFirst) => {
  if (isFirst || !window.visited) window.visited = new Map();
  const wanted = target.control ?? target.closest("[tabindex], button, input, summary, a");
  const at = document.activeElement;
  if (at === wanted) return "";
  const follows = at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING;
  const group = (node) => node.closest(".map") ?? (node.type === "radio" ? node.name : null);
  if (!group(at) || group(at) !== group(wanted)) return follows ? "Tab" : "Shift+Tab";
  if (wanted.type === "radio") return follows ? "ArrowDown" : "ArrowUp";
  const [from, to] = [at, wanted].map((node) => node.getBoundingClientRect());
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2];
  const [across, down] = [["ArrowRight", "ArrowLeft"], ["ArrowDown", "ArrowUp"]];
  const [[near, far], [aside, back]] =
    [x > 0 ? across : across.toReversed(), y > 0 ? down : down.toReversed()];
  const keys = Math.abs(x) > Math.abs(y) ? [near, aside, back, far] : [aside, near, far, back];
  const visits = window.visited.get(at) ?? 0;
  window.visited.set(at, visits + 1);
  return [...keys.slice(visits % 4), ...keys.slice(0, visits % 4)].join();
}"""
"""The keys to an element, the nearest way first; empty if it has the focus.

On a map a step may overshoot: back at the same place another key comes first, or it would circle.
"""


class Hand(Protocol):
    """Somebody's way to use a page."""

    def choose(self, target: Locator) -> None:
        """Press, tick or follow a target."""

    def write(self, target: Locator, text: str) -> None:
        """Put a text into a field."""


class Mouse:
    """Points and clicks."""

    def choose(self, target: Locator) -> None:
        target.click()

    def write(self, target: Locator, text: str) -> None:
        target.click()
        target.page.keyboard.press("Control+a")
        target.page.keyboard.type(text)


class Finger:
    """Taps."""

    def choose(self, target: Locator) -> None:
        target.tap()

    def write(self, target: Locator, text: str) -> None:
        target.tap()
        target.page.keyboard.press("Control+a")
        target.page.keyboard.type(text)


class Keyboard:
    """Goes by Tab and arrows, chooses by Enter or Space; never points."""

    def choose(self, target: Locator) -> None:
        kind = self._reach(target)
        if kind != "radio":
            target.page.keyboard.press("Space" if kind == "checkbox" else "Enter")

    def write(self, target: Locator, text: str) -> None:
        self._reach(target)
        target.page.keyboard.press("Control+a")
        target.page.keyboard.type(text)

    def _reach(self, target: Locator) -> str:
        """Bring the focus to the target; the kind of input it is."""
        target.wait_for()
        for step in range(LONGEST_WAY):
            keys = str(target.evaluate(NEXT_KEY, step == 0))
            if not keys:
                return str(target.page.evaluate("document.activeElement.type ?? ''"))
            _press_until_moved(target.page, keys.split(","))
        raise AssertionError(f"the keyboard does not reach {target}")


def _press_until_moved(page: Page, keys: list[str]) -> None:
    """The first of the keys that moves the focus; none may, as the page was just drawn anew."""
    for key in keys:
        before = page.evaluate_handle("document.activeElement")
        page.keyboard.press(key)
        if page.evaluate("before => document.activeElement !== before", before):
            return


def press(target: Locator, hand: Hand | None = None) -> None:
    """Choose a button, by a second press if the first one only armed it."""
    page, hand = target.page, hand or Mouse()
    hand.choose(target)
    armed = page.locator("#panel .armed")
    if armed.count():
        hand.choose(armed)


@dataclass(slots=True)
class Sighted:
    """A hand that finds on the screen all it chooses, wholly and without scrolling."""

    hand: Hand
    steps: int = 0
    hidden: list[str] = field(default_factory=list)

    def choose(self, target: Locator) -> None:
        self.steps += 1
        fault = "gone"
        while fault == "gone":
            fault = target.evaluate(IN_SIGHT)
        if fault:
            self.hidden.append(str(fault))
        self.hand.choose(target)

    def write(self, target: Locator, text: str) -> None:
        self.hand.write(target, text)
