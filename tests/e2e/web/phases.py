"""Every phase of every ruleset on the page: as a player, as a spectator and in a replay."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from domain.alexander_the_great.state import Phase as March
from domain.alexandros.state import Phase as Campaign
from domain.record.record import Event
from domain.settlers.state import Phase as Island
from service.texts import text
from tests.e2e.web.browsers import Site
from tests.e2e.web.layout import PHONE
from tests.e2e.web.old_games import Retold, record_of
from tests.e2e.web.play_alexandros import AT_ONCE, expect_place
from tests.e2e.web.play_settlers import leave_to_the_first, sit
from tests.e2e.web.prepared_games import Prepared
from tests.e2e.web.visitors import Visitors

BACK = "#panel .proposal > .button.quiet"
ACTION = "#panel .actions .button:not(.end):has-text('{}')"
CHOICE = "#map .targets:not(.quiet) .target"
OPENINGS: dict[str, dict[str, list[str]]] = {
    "v2-first-island-three": {
        "found_settlement.settlement_built": [CHOICE],
        "found_road.road_built": [CHOICE],
        "robber.robber_moved": [CHOICE],
        "play.trade_offered": ["#panel .actions > .button:not(.end)"],
        "play.trade_answered": ["#panel .answer .button:nth-child(3)"],
    },
    "near-east-rueful": {
        "march.marched": ["#map .space.target", "#map .point"],
        "actions.province_occupied": [ACTION.format("alexandros.act_occupy")],
        "actions.province_taken_over": [ACTION.format("alexandros.act_take_over")],
    },
    "campaign-four-choice": {
        "play.road_built": ["#panel .build:nth-child(-n+3):enabled", CHOICE],
    },
    "tiny-two": {
        "choose_card.card_chosen of a joker": ["#panel .market button.card:has(.card-note)"],
    },
}
"""By record, a player's moves and the steps that open them; texts by their codes.

A phase and the event that the record goes on with there: so the choice is on offer.
"""

ISLAND = {*Island} - {Island.OVER} | {"offering", "asked"}
CAMPAIGN = {phase.value for phase in Campaign if phase is not Campaign.OVER}
JOURNEY = {*March} - {March.OVER, March.DISCARD} | {"offering", "asked", "watched bid"}
UNASKED = {"watched bid", "over"}
DEAR = {March.BID, March.PAY, March.ROADS, "watched bid"}
Record = tuple[str, int, set[str]]
RECORDS: list[Record] = [
    ("v2-first-island-three", 0, ISLAND),
    ("near-east-rueful", 0, CAMPAIGN),
    ("v2-campaign-four-german", 2, DEAR),
    ("campaign-four-choice", 0, JOURNEY - DEAR),
]
"""Finished games, the seat that looks, and the moments it meets: together nearly all phases."""
RARE: list[Record] = [("v2-campaign-advisors-leave", 1, {March.DISCARD}), ("tiny-two", 0, set())]
"""A discard of the scenario, which looks like settlers', and a joker: for `make access` alone."""


@dataclass
class Tour:
    """The pages of a player and of spectators, led from moment to moment; ``look`` sees each."""

    players: list[Page]
    spectators: list[Page]
    look: Callable[[str, Page], None]
    places: dict[str, int] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)

    def at(self, moment: str, version: int) -> None:
        """Look at all pages at a version."""
        self.places[moment] = version
        for page in self.players:
            self._see(f"{moment} as player", page, version, moment not in UNASKED)
        for page in self.spectators:
            self._see(f"{moment} as spectator", page, version, False)

    def open(self, opening: str, version: int, steps: list[str]) -> None:
        """Look at what a choice of the player opens, step after step, and go back."""
        self.opened.add(opening)
        for page in self.players:
            expect_place(page, version, version)
            for step in steps:
                choice = page.locator(_in_words(page, step)).first
                choice.focus()
                choice.press("Enter")
                self.look(f"{opening}: {step}", page)
            while page.locator(BACK).count():
                page.locator(BACK).click()

    def replay(self) -> None:
        """Look at what a spectator of the finished game sees of each moment."""
        for moment, version in self.places.items():
            for page in self.spectators:
                page.get_by_role("slider").fill(str(version))
                page.locator(f".line.current:has-text('{version}')").wait_for()
                self.look(f"{moment} in replay", page)

    def _see(self, place: str, page: Page, version: int, is_asked: bool) -> None:
        expect_place(page, version, version)
        expect(page.locator("#panel .prompt.mine")).to_have_count(int(is_asked))
        self.look(place, page)


def _in_words(page: Page, selector: str) -> str:
    language = str(page.locator("html").get_attribute("lang"))
    return re.sub(r"alexandros\.\w+", lambda code: text(language, code[0]), selector)


def tour(
    visitor: Visitors,
    site: Site,
    record: Record,
    look: Callable[[str, Page], None],
    languages: Iterable[str],
) -> Tour:
    """Play a record as far as all its moments, look at each when it first comes, then replay."""
    name, seat, wanted = record
    openings = OPENINGS.get(name, {})
    told = Retold(site, record_of(name))
    led = _gathered(visitor, told.game, seat, look, languages)
    for view, event in told.moves():
        moments = _moments(view, seat) & wanted - led.places.keys()
        opened = {_move(view, event, seat)} & openings.keys() - led.opened
        if moments or opened:
            told.reach(view["version"])
        for moment in moments:
            led.at(moment, view["version"])
        for opening in opened:
            led.open(opening, view["version"], openings[opening])
    assert (led.places.keys(), led.opened) == (wanted, openings.keys())
    leave_to_the_first(told.game)
    led.at("over", told.game.view["version"])
    assert told.game.people[0].client.verify(told.game.game)["valid"]
    led.replay()
    return led


def _gathered(
    visitor: Visitors,
    game: Prepared,
    seat: int,
    look: Callable[[str, Page], None],
    languages: Iterable[str],
) -> Tour:
    players = [_seat(visitor, game, seat, language) for language in languages]
    return Tour(players, [_stand(visitor, game, language) for language in languages], look)


def _seat(visitor: Visitors, game: Prepared, seat: int, language: str) -> Page:
    guest = visitor(*PHONE, phone=True, locale=language)
    guest.context.add_init_script(AT_ONCE)
    return sit(guest, game, seat).page


def _stand(visitor: Visitors, game: Prepared, language: str) -> Page:
    guest = visitor(locale=language)
    guest.context.add_init_script(AT_ONCE)
    guest.open(f"game/{game.game}")
    guest.page.locator("#panel .prompt").wait_for()
    return guest.page


def _moments(view: Any, seat: int) -> set[str]:
    """Return the names of what a seat has to do, and of an auction it watches."""
    phase, acts, state = view["phase"], view["to_act"], view["state"]
    if phase == "bid" and seat not in acts and len(state["auction"]["bids"]) > 1:
        return {"watched bid"}
    if seat not in acts:
        return set()
    if phase == "play" and state["offer"]:
        return {"offering" if acts[0] == seat else "asked"}
    return {phase}


def _move(view: Any, event: Event, seat: int) -> str:
    """Return the name of the move that a seat made at a moment, if it did."""
    joker = " of a joker" if event.data.get("joker") else ""
    return f"{view['phase']}.{event.type}{joker}" if event.seat == seat else ""
