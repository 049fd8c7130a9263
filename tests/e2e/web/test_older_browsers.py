"""Browsers at the page's floor and below it: Chromium that reads styles as they do."""

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from service.texts import LANGUAGES, text
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitor, Visitors

COLOURS = """() => Array.from(
  document.querySelectorAll("body, #bar, .button, #map .map, #map .map *"),
  (element) => ["color", "background-color", "fill", "stroke"]
    .map((name) => getComputedStyle(element)[name]))"""
PAPER = {"light": "rgb(245, 239, 226)", "dark": "rgb(20, 25, 29)"}
BOARDS = {"alexandros": "tiny", "settlers": "first_island", "alexander_the_great": "campaign"}
OLD = [text(language, "problem.browser_too_old") for language in LANGUAGES]


def without(guest: Visitor, *words: str) -> None:
    """Have some words of CSS unknown to a browser, as they are to an older one."""
    known = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}" for word in words))

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=known.sub(r"-unknown-\g<0>", response.text()))

    guest.context.route("**/*.css", answer)


@pytest.mark.parametrize("ruleset", BOARDS)
@pytest.mark.parametrize("scheme", PAPER)
def test_a_map_has_its_colours_where_light_dark_is_unknown(
    visitor: Visitors, site: str, ruleset: str, scheme: Any
) -> None:
    made = prepared(site, "Ada", "Bob", "Cy", ruleset=ruleset, board=BOARDS[ruleset])
    seen = []
    for unknown in ("none-such(", "light-dark("):
        guest = visitor(color_scheme=scheme)
        without(guest, unknown)
        guest.open(f"game/{made.game}")
        expect(guest.page.locator("#log .line")).not_to_have_count(0)
        seen.append(guest.page.evaluate(COLOURS))
    assert seen[0][0][1] == PAPER[scheme]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("path", ["", "new", "account", "rules/settlers", "game", "embed"])
def test_a_browser_below_the_floor_is_informed_without_any_script(
    visitor: Visitors, stage: Stage, path: str
) -> None:
    guest = visitor(java_script_enabled=False, locale="da")
    guest.announce("failed: csp")
    without(guest, "color-mix(")
    guest.open(f"{path}/{stage.at('finished').game}" if path in ("game", "embed") else path)
    told = [sentence for sentence in OLD if guest.page.get_by_text(sentence).is_visible()]
    assert told == ([OLD[-1]] if path == "embed" else OLD)


@pytest.mark.parametrize("path", ["", "new"])
def test_a_browser_of_the_floor_sees_no_notice(visitor: Visitors, path: str) -> None:
    guest = visitor()
    guest.open(path)
    expect(guest.page.get_by_role("button").first).to_be_visible()
    expect(guest.page.get_by_text(OLD[0])).to_be_hidden()
