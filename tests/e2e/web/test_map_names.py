"""Names on maps lie on nothing at any zoom; the letters of the grid stay in sight."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.web.browsers import Site
from tests.e2e.web.old_games import Retold, record_of
from tests.e2e.web.visitors import Visitors

MEASURE = (Path(__file__).parent / "map_names.js").read_text("utf-8")
CLOSER = "document.querySelector('.zoom button').click()"
WHOLE = "document.querySelector('.zoom button:last-child').click()"
NAMED = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const labels = all(".map [aria-label]").map((node) => node.ariaLabel);
  const hidden = all(".map-name.crowded").map((node) => node.textContent);
  return labels.length > 0 && hidden.every((name) => labels.some((label) => label.includes(name)));
}"""
RECORDS = {
    "near-east-three": 0.7,
    "asia-minor-four": 0.7,
    "v2-campaign-four-greedy": 0.5,
    "v2-mirror-four": 0.8,
    "v2-standard-three-greedy": 0.9,
    "v2-first-island-three": 0.9,
    "tiny-two": 0.7,
}
"""A record on each board, and the part of it that is played."""

HEXES = ".spot[data-place^='hex ']"
GRIDS = {"v2-standard-three-greedy": HEXES, "v2-first-island-three": HEXES, "tiny-two": ".space"}
"""The spaces of boards without place names."""
MARGIN = """(spaces) => {
  const map = document.querySelector("#map .map");
  const { left, right, top, bottom } = map.getBoundingClientRect();
  const middles = (selector) => [...map.querySelectorAll(selector)].map((node) => {
    const box = node.getBoundingClientRect();
    return { text: node.textContent, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  });
  const names = middles(".margin-name:not(.crowded)");
  const letters = names.filter(({ text, x }) => /[A-Z]/.test(text) && x > left && x < right);
  const numbers = names.filter(({ text, y }) => /\\d/.test(text) && y > top && y < bottom);
  return {
    letters: letters.length,
    numbers: numbers.length,
    out: [
      ...letters.filter(({ y }) => y < top || y > top + 18),
      ...numbers.filter(({ x }) => x < left || x > left + 18),
    ],
    astray: letters.filter(({ x }) => !middles(spaces).some((space) => Math.abs(space.x - x) < 2)),
    inTheWay: document.elementFromPoint(left + 60, top + 9).closest(".margin") !== null,
  };
}"""

UNDER = """() => {
  const { left, top } = document.querySelector("#map .map").getBoundingClientRect();
  return [...document.querySelectorAll(".map :is(.harbour, .spot, .space)")]
    .map((node) => node.getBoundingClientRect())
    .filter((box) => box.left < left + 18 || box.top < top + 18).length;
}"""
"""How many harbours and places of a whole map lie under its letters and numbers."""


@pytest.mark.parametrize("record", RECORDS)
def test_names_numbers_and_letters_are_clear_at_six_zooms(
    visitor: Visitors, site: Site, record: str
) -> None:
    page = _opened(visitor, site, record, RECORDS[record])
    # Names without room are said by the labels of their places.
    page.wait_for_function(NAMED)
    page.evaluate(WHOLE)
    assert record not in GRIDS or page.evaluate(UNDER) == 0
    seen = [_measured(page, record), *(_closer(page, record) for _ in range(3))]
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(WHOLE)
    seen += [_measured(page, record), _closer(page, record)]
    assert [each["faults"] for each in seen] == [[]] * 6
    assert max(each["labels"] for each in seen) > 0


def _opened(visitor: Visitors, site: Site, record: str, part: float) -> Page:
    """Open a game of which a part has been played."""
    told = Retold(site, record_of(record))
    told.reach(round(len(told.events) * part))
    guest = visitor()
    guest.open(f"game/{told.game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    return guest.page


def _closer(page: Page, record: str) -> Any:
    page.evaluate(CLOSER)
    return _measured(page, record)


def _measured(page: Page, record: str) -> Any:
    """Measure names and numbers and, on a board with a grid, its letters in the margin."""
    if record in GRIDS:
        margin = page.evaluate(MARGIN, GRIDS[record])
        assert min(margin["letters"], margin["numbers"]) > 0
        assert (margin["out"], margin["astray"], margin["inTheWay"]) == ([], [], False)
    return page.evaluate(MEASURE)
