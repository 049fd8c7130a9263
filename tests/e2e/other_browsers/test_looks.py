"""The page's layout where Firefox and WebKit have not always agreed with Chromium."""

from functools import partial

import pytest

from tests.e2e.other_browsers.playing import sit
from tests.e2e.other_browsers.window import Browser
from tests.e2e.web.play_settlers import is_due
from tests.e2e.web.prepared_games import finished, prepared

pytestmark = pytest.mark.browsers
SIDEWAYS = """() => [...document.querySelectorAll("body *")].filter((each) => {
  const { overflowX, overflowY } = getComputedStyle(each);
  return overflowX === "auto" && overflowY === "auto" && each.scrollWidth > each.clientWidth;
}).map((each) => each.className)"""
"""All elements that scroll up and down, and sideways as well."""
SPARE = """() => {
  const [last, foot] = [".end-body > :last-child", ".end-foot"]
    .map((css) => document.querySelector(css).getBoundingClientRect());
  return foot.top - last.bottom;
}"""
MARGIN = 24
HIGHEST = (
    "() => Math.max(...[...document.querySelectorAll('.build')].map((each) => each.offsetHeight))"
)
UNDERLINES = """() => [...document.querySelectorAll(".name")]
  .map((each) => getComputedStyle(each).textDecorationLine)"""


def test_the_card_at_the_end_is_as_high_as_what_it_shows(browser: Browser, site: str) -> None:
    window = browser.window()
    window.open(f"{site}/game/{finished(site).game}")
    window.wait_to_see(".end-recorded", " ")
    assert 0 <= window.run(SPARE) <= MARGIN
    assert window.run(SIDEWAYS) == []


def test_a_seats_name_is_underlined_and_nothing_scrolls_sideways(
    browser: Browser, site: str
) -> None:
    game = prepared(site, "Ada", "Bob")
    window = browser.window(width=480)
    sit(window, site, game.people[0].token, game.game)
    window.wait_to_see(".line .name")
    assert set(window.run(UNDERLINES)) == {"underline"}
    assert window.run(SIDEWAYS) == []


def test_buttons_to_build_tear_no_words_on_a_large_phone(browser: Browser, site: str) -> None:
    game = prepared(site, "Ada", "Bob", ruleset="settlers", board="first_island")
    game.play(partial(is_due, "play"))
    window = browser.window(width=447)
    sit(window, site, game.people[0].token, game.game)
    window.wait_to_see(".build")
    assert window.run(HIGHEST) <= 80
