"""Every phase of every ruleset on the page: as a player, as a spectator and in a replay."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from domain.alexander_the_great.state import Phase as March
from domain.alexandros.state import Phase as Campaign
from domain.settlers.state import Phase as Island
from service.texts import text
from tests.e2e.web.layout import PHONE
from tests.e2e.web.play_alexandros import expect_place
from tests.e2e.web.play_settlers import leave_to_the_first, retold, sit
from tests.e2e.web.prepared_games import Prepared
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
    "alexandros.actions": [["#panel .actions .button:not(.end):has-text('alexandros.act_occupy')"]],
    "alexandros.takeover": [
        ["#panel .actions .button:not(.end):has-text('alexandros.act_take_over')"]
    ],
}
"""What opens a choice at a moment without sending a move, step after step; texts by their codes."""

ISLAND = {*Island} - {Island.OVER} | {"offering", "asked"}
CAMPAIGN = {phase.value for phase in Campaign if phase is not Campaign.OVER} | {"takeover"}
JOURNEY = {*March} - {March.OVER, March.DISCARD} | {"offering", "asked", "watched bid"}
DEAR = {March.BID, March.PAY, March.ROADS, "watched bid"}
Record = tuple[str, int, set[str]]
RECORDS: list[Record] = [
    ("v2-first-island-three", 0, ISLAND),
    ("near-east-rueful", 0, CAMPAIGN),
    ("v2-campaign-four-german", 2, DEAR),
    ("campaign-four-choice", 0, JOURNEY - DEAR),
]
"""Finished games, the seat that looks, and the moments it meets: together all phases.

No record has a discard of the scenario, which stands on the page as settlers' does.
"""


@dataclass
class Tour:
    """The pages of a player and of a spectator, led from moment to moment; ``look`` sees each."""

    player: Page
    spectator: Page
    look: Callable[[str, Page], None]
    places: dict[str, int] = field(default_factory=dict)

    def at(self, moment: str, version: int, openings: list[list[str]]) -> None:
        """Look at both pages at a version, and at the player's choices that open there."""
        self.places[moment] = version
        for role, page in (("player", self.player), ("spectator", self.spectator)):
            expect_place(page, version, version)
            self.look(f"{moment} as {role}", page)
        for steps in openings:
            self._open(moment, steps)

    def replay(self) -> None:
        """Look at what a spectator of the finished game sees of each moment."""
        for moment, version in self.places.items():
            self.spectator.get_by_role("slider").fill(str(version))
            self.spectator.locator(f".line.current:has-text('{version}')").wait_for()
            self.look(f"{moment} in replay", self.spectator)

    def _open(self, moment: str, steps: list[str]) -> None:
        for step in steps:
            choice = self.player.locator(_in_words(self.player, step)).first
            if not choice.count():
                break
            choice.focus()
            choice.press("Enter")
            self.look(f"{moment}: {step}", self.player)
        while self.player.locator(BACK).count():
            self.player.locator(BACK).click()


def _in_words(page: Page, selector: str) -> str:
    language = str(page.locator("html").get_attribute("lang"))
    return re.sub(r"alexandros\.\w+", lambda code: text(language, code[0]), selector)


def tour(
    visitor: Visitors, site: str, record: Record, look: Callable[[str, Page], None], **given: Any
) -> Tour:
    """Play a record as far as all its moments, look at each when it first comes, then replay."""
    name, seat, wanted = record
    led = None
    for game, view, event in retold(site, name):
        led = led or Tour(_seat(visitor, game, seat, given), _stand(visitor, game, given), look)
        for moment in _moments(view, event, seat) & wanted - led.places.keys():
            led.at(moment, view["version"], OPENINGS.get(f"{view['ruleset']}.{moment}", []))
        if wanted == led.places.keys():
            break
    assert led
    assert led.places.keys() == wanted
    leave_to_the_first(game)
    led.at("over", game.view["version"], [])
    led.replay()
    return led


def _seat(visitor: Visitors, game: Prepared, seat: int, given: dict[str, Any]) -> Page:
    guest = visitor(*PHONE, phone=True, **given)
    guest.context.add_init_script(AT_ONCE)
    return sit(guest, game, seat).page


def _stand(visitor: Visitors, game: Prepared, given: dict[str, Any]) -> Page:
    guest = visitor(**given)
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
