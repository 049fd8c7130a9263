"""Settlers and its scenario on the page, as a person plays them: choice after choice."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.e2e.web.hands import Hand
from tests.e2e.web.prepared import Prepared, prepared
from tests.e2e.web.scenes import Stage
from tests.e2e.web.table import OUTCOME, wait_for_my_turn
from tests.e2e.web.visitors import Visitor

CHOICES = 600
FACE = "[panel.textContent, document.querySelector('.targets').innerHTML].join()"
WANTED = (
    "#panel .proposal .button.main:enabled",
    "#panel .offer .answer .button:not(.main)",
    ".target-corner .reach",
    ".targets:not(.quiet) .target .reach",
    "#panel .build:enabled",
    "#panel .button.big",
    ".target .reach",
    "#panel .end",
)
"""What a person would choose, the best first."""


def sit(guest: Visitor, game: Prepared, seat: int) -> Visitor:
    """Sit down at a prepared game."""
    guest.become(game.people[seat].token)
    guest.open(f"game/{game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    return guest


def play_to_the_end(page: Page, hand: Hand, wanted: Sequence[str] = WANTED) -> None:
    """Choice after choice, until the page shows who won."""
    for _ in range(CHOICES):
        wait_for_my_turn(page)
        if page.locator(OUTCOME).count():
            return
        before = page.evaluate(FACE)
        page.locator(f"{', '.join(wanted)}, {OUTCOME}").first.wait_for()
        choice = next((found for each in wanted if (found := page.locator(each)).count()), None)
        if choice is None:
            continue
        hand.choose(choice.first)
        page.wait_for_function(f"before => {FACE} != before", arg=before)
    raise AssertionError(f"the game goes on after {CHOICES} choices")


GAMES: dict[str, dict[str, Any]] = {
    "settlers": {"board": "standard", "seed": "07", "title": "An island for three"},
    "alexander_the_great": {"board": "campaign", "seed": "05", "title": "To Persepolis"},
}


def in_phase(ruleset: str, phase: str, turn: int = 0) -> Callable[[Visitor, Stage], None]:
    """A scene of a game for three: Ada's move, the first time a phase is due from a turn on."""

    def is_due(view: Any) -> bool:
        if phase == "over":
            return bool(view["status"] == "finished")
        return view["phase"] == phase and view["to_act"] == [0] and view["turn"] >= turn

    def scene(guest: Visitor, stage: Stage) -> None:
        key = f"{ruleset} {phase} {turn}"
        if key not in stage.games:
            terms = {"ruleset": ruleset, "first_seat": 0, **GAMES[ruleset]}
            stage.games[key] = prepared(stage.site, "Ada", "Bob", "Cleo", **terms)
            stage.games[key].play(is_due)
        sit(guest, stage.games[key], 0)

    return scene
