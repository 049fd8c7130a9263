"""Settlers and its scenario played on the page as a person would, choice after choice."""

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route
from playwright.sync_api import TimeoutError as TooLate

from tests.e2e.web.accessibility import complaints
from tests.e2e.web.browsers import PATIENCE_MILLISECONDS
from tests.e2e.web.input_devices import Hand, press
from tests.e2e.web.page_text import codes
from tests.e2e.web.play_alexandros import OUTCOME, WIDTH, changed, expect_place, wait_for_my_turn
from tests.e2e.web.prepared_games import Prepared, Told, prepared
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitor

CHOICES = 2_000
MOST_GONE = 5
IDLE = ("roll", "march", "pass", "end_turn")
IDLE_MOVES = 120
REACH_MILLISECONDS = 10_000.0
FACE = "[panel.textContent, document.querySelector('.targets').innerHTML].join()"
LOOK = f"[{FACE}, {WIDTH}]"
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
"""A person's choices, the best first."""
BIDDING = ("#panel .bid-step .button.main", "#panel .doing > .button.main:enabled")
"""A person who always bids one more, and pays as is usual."""
LENGTHS = [
    pytest.param(False, id="a turn"),
    pytest.param(True, id="whole", marks=pytest.mark.long),
]
"""Whether a game is played to its end: by one device in `make test`, by all in `make faults`."""
JOURNEY: dict[str, Any] = {
    "ruleset": "alexander_the_great",
    "board": "campaign",
    "first_seat": 0,
    "options": {"target_points": 5},
}
"""The terms of the scenario to the fewest points."""


def sit(guest: Visitor, game: Prepared, seat: int) -> Visitor:
    """Sit down at a prepared game."""
    guest.become(game.people[seat].token)
    guest.open(f"game/{game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    return guest


def with_seed(page: Page, seed: str) -> None:
    """Give the form's game a seed, so that it always has the same length."""

    def seeded(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        return route.continue_(post_data=json.dumps({**route.request.post_data_json, "seed": seed}))

    page.route(re.compile("/api/v1/games$"), seeded)


def is_due(phase: str, view: Any) -> bool:
    """True if the first seat has to act in a phase."""
    return bool(view["phase"] == phase and 0 in view["to_act"])


def idle(game: Prepared, until: Told) -> None:
    """After founding only roll, march, pass and end the turn, so that hands grow."""
    view = game.view
    for _ in range(IDLE_MOVES):
        if until(view):
            return
        view = game.step(view) if view["phase"].startswith("found") else _idled(game, view)
    raise AssertionError(f"not so within {IDLE_MOVES} moves; now {view}")


def _idled(game: Prepared, view: Any) -> Any:
    client = game.people[view["to_act"][-1]].client
    listed = client.moves(game.game)["moves"]
    kinds = {move["type"]: move for move in reversed(listed)}
    move = next((kinds[kind] for kind in IDLE if kind in kinds), listed[0])
    return client.move(game.game, move, view["version"])["view"]


def look_at(guest: Visitor, game: Prepared) -> None:
    """Check that the page's present request is for everybody, in its words and looks."""
    version = game.view["version"]
    expect_place(guest.page, version, version)
    guest.page.locator(f"#panel .prompt.mine, {OUTCOME}").first.wait_for()
    found = complaints(guest.page)
    assert found == []
    assert codes(guest.page) == []


def leave_to_the_first(game: Prepared) -> None:
    """All others resign."""
    for each in game.people[1:]:
        each.client.resign(game.game)


def play_to_the_end(
    page: Page,
    hand: Hand,
    wanted: Sequence[str] = WANTED,
    is_enough: Callable[[], bool] = lambda: False,
) -> None:
    """Choice after choice, until the page shows the winner or it is enough."""
    gone = 0
    for _ in range(CHOICES):
        wait_for_my_turn(page)
        if page.locator(OUTCOME).count() or is_enough():
            return
        before = page.evaluate(LOOK)
        page.locator(f"{', '.join(wanted)}, {OUTCOME}").first.wait_for()
        choice = next((found for each in wanted if (found := page.locator(each)).count()), None)
        if choice is None:
            continue
        # In a row: a slow machine may lose a choice now and then in a long game.
        gone = 0 if _is_chosen(page, hand, choice.first, before) else gone + 1
        assert gone <= MOST_GONE, f"{choice} does nothing"
    raise AssertionError(f"the game goes on after {CHOICES} choices")


def _is_chosen(page: Page, hand: Hand, choice: Locator, before: list[Any]) -> bool:
    """True if a choice was made; an offer may end just before it is answered."""
    page.set_default_timeout(REACH_MILLISECONDS)
    try:
        press(choice, hand)
        page.wait_for_function(changed(FACE), arg=before)
    except TooLate:
        return False
    finally:
        page.set_default_timeout(PATIENCE_MILLISECONDS)
    return True


GAMES: dict[str, dict[str, Any]] = {
    "settlers": {"board": "standard", "seed": "07", "title": "An island for three"},
    "alexander_the_great": {"board": "campaign", "seed": "05", "title": "To Persepolis"},
}


def in_phase(ruleset: str, phase: str, turn: int = 0) -> Callable[[Visitor, Stage], None]:
    """A scene of a game for three: Ada's move, the first time a phase is due from a turn on."""

    def is_there(view: Any) -> bool:
        if phase == "over":
            return bool(view["status"] == "finished")
        return is_due(phase, view) and len(view["to_act"]) == 1 and view["turn"] >= turn

    def scene(guest: Visitor, stage: Stage) -> None:
        key = f"{ruleset} {phase} {turn}"
        if key not in stage.games:
            terms = {"ruleset": ruleset, "first_seat": 0, **GAMES[ruleset]}
            stage.games[key] = prepared(stage.site, "Ada", "Bob", "Cleo", **terms)
            stage.games[key].play(is_there)
        sit(guest, stage.games[key], 0)

    return scene


def choice_of_advisor(site: str) -> Prepared:
    """A game in which Ada may take the place of one of two: both have fewer chips than she."""
    game = prepared(site, "Ada", "Bob", "Cleo", ruleset="alexander_the_great", board="campaign")
    win_chips(game, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0)
    idle(game, partial(is_due, "advisor"))
    return game


def win_chips(game: Prepared, *seats: int) -> None:
    """Let seats win the next chips, one after another: each bids 1, and the others pass.

    So who has an advisor does not depend on the game's luck.
    """
    for seat in seats:
        idle(game, partial(_may_open, seat))
        game.people[seat].client.move(game.game, {"type": "bid", "bid": 1}, game.view["version"])


def _may_open(seat: int, view: Any) -> bool:
    """True if a seat may make the first bid for a chip."""
    auction = view["state"]["auction"]
    if view["phase"] != "bid" or seat not in view["to_act"] or auction["high"]:
        return False
    return bool(auction["event"] != "founding")


def advisor(guest: Visitor, stage: Stage) -> None:
    """The scene of that choice."""
    if "advisor" not in stage.games:
        stage.games["advisor"] = choice_of_advisor(stage.site)
    sit(guest, stage.games["advisor"], 0)
