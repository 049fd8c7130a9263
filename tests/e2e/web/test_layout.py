"""The page's layout in every phase: for a player, a spectator and in a replay, at four sizes."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page

from domain.alexander_the_great.state import Phase as March
from domain.alexandros.state import Phase as Campaign
from domain.settlers.state import Phase as Island
from tests.e2e.web.layout import PHONE, faults, small_targets
from tests.e2e.web.play_alexandros import expect_place
from tests.e2e.web.play_settlers import leave_to_the_first, retold, sit
from tests.e2e.web.prepared_games import Prepared
from tests.e2e.web.scenes import Stage, a_seat_is_free, asked_to_agree, waiting_room
from tests.e2e.web.visitors import Visitors

AT_ONCE = 'localStorage.setItem("anabasis.pace", "off")'
BACK = "#panel .proposal > .button.quiet"
CHOICE = "#map .targets:not(.quiet) .target"
OPENINGS = {
    "settlers.found_settlement": [[CHOICE]],
    "settlers.found_road": [[CHOICE]],
    "settlers.robber": [[CHOICE]],
    "settlers.play": [
        ["#panel .actions > .button:not(.end)"],
        ["#panel .build:nth-child(-n+3):enabled", CHOICE],
    ],
    "settlers.asked": [["#panel .answer .button:last-child"]],
    "alexandros.choose_card": [["#panel .market button.card:has(.card-note)"]],
    "alexandros.march": [["#map .space.target", "#map .point"]],
    "alexandros.actions": [["#panel .actions .button:not(.end):has-text('Occupy')"]],
    "alexandros.takeover": [["#panel .actions .button:not(.end):has-text('Take over')"]],
}
"""What opens a choice at a moment without sending a move, step after step."""

ISLAND = {*Island} - {Island.OVER} | {"offering", "asked"}
CAMPAIGN = {phase.value for phase in Campaign if phase is not Campaign.OVER} | {"takeover"}
JOURNEY = {*March} - {March.OVER, March.DISCARD} | {"offering", "asked", "watched bid"}
DEAR = {March.BID, March.PAY, March.ROADS, "watched bid"}
RECORDS = [
    ("v2-first-island-three", 0, ISLAND),
    ("near-east-rueful", 0, CAMPAIGN),
    ("v2-campaign-four-german", 2, DEAR),
    ("campaign-four-choice", 0, JOURNEY - DEAR),
]
"""Finished games, played again as far as a seat meets all phases of their ruleset.

No record has a discard of the scenario, which stands on the page as settlers' does.
"""


@dataclass
class Look:
    """The pages of a player at a phone and of a spectator, and the faults they showed."""

    player: Page
    spectator: Page
    found: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def at(self, moment: str, version: int, openings: list[list[str]]) -> None:
        """Measure both pages at a version, and the player's choices that open there."""
        self.places[moment] = version
        for role, page in (("player", self.player), ("spectator", self.spectator)):
            expect_place(page, version, version)
            self.note(f"{moment} as {role}", faults(page))
        self.note(f"{moment} by touch", small_targets(self.player))
        for steps in openings:
            self._open(moment, steps)

    def replay(self) -> None:
        """Measure what a spectator of the finished game sees of each moment."""
        for moment, version in self.places.items():
            self.spectator.get_by_role("slider").fill(str(version))
            self.spectator.locator(f".line.current:has-text('{version}')").wait_for()
            self.note(f"{moment} in replay", faults(self.spectator))

    def note(self, place: str, complaints: list[str]) -> None:
        """Keep the faults of a place."""
        self.found += [f"{place}: {complaint}" for complaint in complaints]

    def _open(self, moment: str, steps: list[str]) -> None:
        for step in steps:
            choice = self.player.locator(step).first
            if not choice.count():
                break
            choice.focus()
            choice.press("Enter")
            self.note(f"{moment}: {step}", faults(self.player))
            self.note(f"{moment}: {step} by touch", small_targets(self.player))
        while self.player.locator(BACK).count():
            self.player.locator(BACK).click()


@pytest.mark.parametrize(("name", "seat", "moments"), RECORDS)
def test_every_phase_fits_every_screen(
    visitor: Visitors, site: str, name: str, seat: int, moments: set[str]
) -> None:
    look, game = _play(visitor, site, name, seat, moments)
    assert look.places.keys() == moments
    leave_to_the_first(game)
    look.at("over", game.view["version"], [])
    look.replay()
    assert look.found == []


def test_waiting_and_asking_fit_every_screen(visitor: Visitors, stage: Stage) -> None:
    found: dict[str, list[str]] = {}
    for scene in (waiting_room, a_seat_is_free, asked_to_agree):
        guest = visitor(*PHONE, phone=True)
        scene(guest, stage)
        found[scene.__name__] = faults(guest.page)
    assert not any(found.values()), found


def _play(
    visitor: Visitors, site: str, name: str, seat: int, wanted: set[str]
) -> tuple[Look, Prepared]:
    """Play a record as far as the wanted moments reach, and look at each when it first comes."""
    look = None
    for game, view, event in retold(site, name):
        look = look or Look(_seat(visitor, game, seat), _stand(visitor, game))
        for moment in _moments(view, event, seat) & wanted - look.places.keys():
            look.at(moment, view["version"], OPENINGS.get(f"{view['ruleset']}.{moment}", []))
        if wanted == look.places.keys():
            break
    assert look
    return look, game


def _seat(visitor: Visitors, game: Prepared, seat: int) -> Page:
    guest = visitor(*PHONE, phone=True)
    guest.context.add_init_script(AT_ONCE)
    return sit(guest, game, seat).page


def _stand(visitor: Visitors, game: Prepared) -> Page:
    guest = visitor()
    guest.context.add_init_script(AT_ONCE)
    guest.open(f"game/{game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    return guest.page


def _moments(view: Any, event: dict[str, Any], seat: int) -> set[str]:
    """Return the names of what a seat has to do, and of an auction it watches."""
    phase, acts, state = view["phase"], view["to_act"], view["state"]
    if phase == "bid" and seat not in acts and len(state["auction"]["bids"]) > 1:
        return {"watched bid"}
    if seat not in acts:
        return set()
    if event["type"] == "province_taken_over":
        return {phase, "takeover"}
    if phase == "play" and state["offer"]:
        return {"offering" if acts[0] == seat else "asked"}
    return {phase}
