"""A window as a test uses it in any browser: look, wait, click, type."""

import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from selenium.common.exceptions import WebDriverException

from tests.waiting import eventually

PATIENCE_SECONDS = 30.0
WIDTH, HEIGHT = 1280, 800
ROUND_MILLISECONDS = 1000
FIND = """const find = ([css, words]) =>
  [...document.querySelectorAll(css)].find((each) => each.textContent.includes(words));"""
SPOT = f"""async (choice) => {{
  {FIND}
  const place = () => {{
    const found = find(choice);
    const control = found?.closest("button, a, label, [role=button]") ?? found;
    control?.scrollIntoView({{block: "nearest", inline: "nearest", behavior: "instant"}});
    const box = control?.getClientRects()[0];
    return [control, ...(box ? [box.x + box.width / 2, box.y + box.height / 2] : [])];
  }};
  const before = place();
  await new Promise(requestAnimationFrame);
  const [control, ...spot] = place();
  const stands = spot.length && [control, ...spot].every((each, at) => each === before[at]);
  const seen = stands && control.contains(document.elementFromPoint(...spot));
  return seen && !control.disabled ? spot.map(Math.round) : null;
}}"""
"""The middle of a control that has stood still for a frame and that nothing covers."""


class Choice(NamedTuple):
    """Something to click: the first element of a selector in whose text these words are."""

    css: str
    words: str = ""


class Window(ABC):
    """One tab of a browser; its scripts are sources of functions, which may be asynchronous."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page and wait until it has loaded."""

    @abstractmethod
    def tab(self) -> Self:
        """Open another tab, or window, of the same person in the same browser."""

    @abstractmethod
    def show(self) -> None:
        """Bring this tab to the front."""

    @abstractmethod
    def type(self, keys: str) -> None:
        """Press keys one after another, ``selenium``'s ``Keys`` among them."""

    @abstractmethod
    def _call(self, function: str, packed: str) -> str:
        """Call a function in the page with a string. Raises WebDriverException."""

    @abstractmethod
    def _click_at(self, x: int, y: int) -> None:
        """Press the mouse's button there."""

    def run(self, function: str, *values: Any) -> Any:
        """Return what a function makes of values; both are JSON."""
        call = f"await ({function})(...JSON.parse(packed))"
        whole = f"async (packed) => JSON.stringify({call} ?? null)"
        return json.loads(self._call(whole, json.dumps(values)))

    def wait_for(self, condition: str, *values: Any, seconds: float = PATIENCE_SECONDS) -> Any:
        """Return the first truthy value of a function. Raises AssertionError after ``seconds``."""
        whole = f"""async (...values) => {{
          for (const end = Date.now() + {ROUND_MILLISECONDS};;) {{
            const found = await ({condition})(...values);
            if (found || Date.now() > end) return found;
            await new Promise((done) => setTimeout(done, 20));
          }}
        }}"""
        return eventually(lambda: self._attempt(whole, *values), seconds)

    def wait_to_see(self, css: str, words: str = "") -> None:
        """Wait until an element of a selector has these words in it."""
        self.wait_for(f"(target) => {{ {FIND} return Boolean(find(target)); }}", (css, words))

    def wait_until_gone(self, css: str, words: str = "") -> None:
        """Wait until no element of a selector has these words in it."""
        self.wait_for(f"(target) => {{ {FIND} return !find(target); }}", (css, words))

    def click(self, css: str, words: str = "", seconds: float = PATIENCE_SECONDS) -> None:
        """Click an element once it stands still and nothing covers it."""
        self._click_at(*self.wait_for(SPOT, (css, words), seconds=seconds))

    def write(self, css: str, text: str) -> None:
        """Replace the text of a field."""
        self.click(css)
        self.run("() => document.activeElement.select()")
        self.type(text)

    def count(self, css: str) -> int:
        """Return the number of elements of a selector."""
        return int(self.run("(css) => document.querySelectorAll(css).length", css))

    def text(self, css: str) -> str:
        """Return the text of the first element of a selector."""
        return str(self.run("(css) => document.querySelector(css).textContent", css))

    def _attempt(self, function: str, *values: Any) -> Any:
        """Return what a function makes of values; None where the page went away meanwhile."""
        try:
            return self.run(function, *values)
        except WebDriverException:
            return None


class Browser(Protocol):
    """A running browser."""

    @property
    def faults(self) -> list[str]:
        """The errors that its pages have reported."""

    def window(self, width: int = WIDTH) -> Window:
        """Open a window of somebody who shares no cookie with any other."""

    def picture(self, folder: Path) -> None:
        """Keep a screenshot of every tab. Raises WebDriverException."""
