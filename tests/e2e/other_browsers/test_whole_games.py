"""Whole games against bots in Firefox and WebKit."""

import re
from typing import Any

import pytest

from clients.python import Anabasis
from tests.e2e.other_browsers.playing import play_to_the_end, show_others_moves_at_once, sit
from tests.e2e.other_browsers.window import Browser, Window
from tests.e2e.web.play_alexandros import OUTCOME
from tests.e2e.web.play_settlers import JOURNEY
from tests.e2e.web.prepared_games import prepared

ISLAND: dict[str, Any] = {
    "ruleset": "settlers",
    "board": "first_island",
    "seats": 2,
    "bots": ["greedy"],
    "options": {"target_points": 3},
}
CAMPAIGN = {**JOURNEY, "seed": "06", "seats": 3, "bots": ["greedy"] * 2}


def test_a_game_of_alexandros_from_the_form_to_the_outcome(
    browser: Browser, site: str, api: Anabasis
) -> None:
    window = browser.window()
    window.open(f"{site}/new")
    show_others_moves_at_once(window)
    window.click("summary", "Board")
    window.click(".board-option", "Tiny")
    window.click("summary", "optional rules")
    window.write(".field:has(input[type=number]) input", "10")
    window.click("button", "Start the game")
    window.wait_for("() => location.pathname.startsWith('/game/')")
    finish(window, "alexandros", api)


@pytest.mark.browsers
@pytest.mark.timeout(900)
@pytest.mark.parametrize("terms", [ISLAND, CAMPAIGN], ids=["settlers", "alexander_the_great"])
def test_a_game_against_bots(
    browser: Browser, site: str, api: Anabasis, terms: dict[str, Any]
) -> None:
    game = prepared(site, "Ada", **terms)
    window = browser.window()
    sit(window, site, game.people[0].token, game.game)
    show_others_moves_at_once(window)
    finish(window, terms["ruleset"], api)


def finish(window: Window, ruleset: str, api: Anabasis) -> None:
    """Play a game to its end, and hold the page's outcome against the record."""
    play_to_the_end(window, ruleset)
    game = re.sub(r".*/game/|[?#].*", "", window.run("() => location.href"))
    result = api.view(game)["result"]
    assert str(result["scores"][result["winners"][0]]) in window.text(OUTCOME)
    assert result["reason"] in ("target_score", "no_march", "target_points", "persepolis")
    assert api.verify(game)["valid"]
    moved = {event["seat"] for event in api.events(game)["events"]}
    assert 0 in moved
