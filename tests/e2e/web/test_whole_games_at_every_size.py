"""Whole games of each ruleset by real clicks, keys and taps: land, scale and choices at all sizes.

`pytest -m long -s tests/e2e/web/test_whole_games_at_every_size.py` prints the table by phase.
"""

from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from clients.python import Anabasis
from tests.e2e.web.input_devices import Finger, Hand, Keyboard, Mouse, Sighted
from tests.e2e.web.land import LAND
from tests.e2e.web.layout import PHONE, Size
from tests.e2e.web.play_alexandros import (
    AT_ONCE,
    OUTCOME,
    STEPS,
    TURNS,
    play_turn,
)
from tests.e2e.web.play_settlers import BIDDING, JOURNEY, WANTED, play_to_the_end, sit
from tests.e2e.web.prepared_games import prepared
from tests.e2e.web.test_one_scale import VIEWS, WATCH
from tests.e2e.web.visitors import Visitors

pytestmark = [pytest.mark.long, pytest.mark.timeout(3_600)]
WAYS: dict[str, tuple[Size, Hand, bool]] = {
    "1280": ((1280, 800), Mouse(), False),
    "1366": ((1366, 768), Keyboard(), False),
    "1920": ((1920, 1080), Mouse(), False),
    "phone": (PHONE, Finger(), False),
    "1280 to the usual target": ((1280, 800), Mouse(), True),
    "phone to the usual target": (PHONE, Finger(), True),
}
"""Windows, hands, and whether a game goes to its usual target: that takes five times as long."""
GAMES: dict[str, dict[str, Any]] = {
    "alexandros": {"board": "near_east", "options": {"target_score": 30}, "bots": ["greedy"]},
    "settlers": {"board": "standard", "options": {"target_points": 6}, "bots": ["greedy"]},
    "alexander_the_great": JOURNEY | {"seed": "06", "bots": ["greedy", "greedy"]},
}
LEAST_LAND, LEAST_MAP = 0.85, 0.60
"""The land's share of the map in its larger direction, and the map's of a laptop's window."""
LAPTOPS: tuple[Size, ...] = ((1280, 800), (1366, 768))


@dataclass
class Surveyor:
    """A hand that notes, before each choice, how large the land is in which phase."""

    hand: Hand
    api: Anabasis
    game: str
    seen: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def choose(self, target: Locator) -> None:
        """Note the land, then choose."""
        phase = self.api.view(self.game)["phase"]
        self.seen.setdefault(phase, []).append(target.page.evaluate(f"{LAND}()"))
        self.hand.choose(target)

    def write(self, target: Locator, text: str) -> None:
        self.hand.write(target, text)


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_land_scale_and_choices_stay_through_a_whole_game(
    visitor: Visitors, site: str, api: Anabasis, ruleset: str, way: str
) -> None:
    size, hand, is_usual = WAYS[way]
    terms = {"ruleset": ruleset, "first_seat": 0, **GAMES[ruleset]}
    if is_usual:
        del terms["options"]
    game = prepared(site, "Ada", seats=1 + len(terms["bots"]), **terms)
    guest = visitor(*size, phone=size == PHONE)
    guest.context.add_init_script(AT_ONCE)
    guest.announce(r"/(moves|preview) (said: .*409|answered 409)")  # an offer may end meanwhile
    page = sit(guest, game, 0).page
    surveyor = Surveyor(hand, api, game.game)
    sighted = Sighted(surveyor)
    page.evaluate(WATCH)
    _play(page, sighted, ruleset)
    _tell(ruleset, size, surveyor.seen)
    views = page.evaluate(VIEWS)
    assert sighted.hidden == []
    if size != PHONE:
        assert len(views) == 1, views
    assert _too_small(surveyor.seen, size) == []
    assert api.view(game.game)["status"] == "finished"


def _play(page: Page, hand: Sighted, ruleset: str) -> None:
    if ruleset != "alexandros":
        choices = (*BIDDING, *WANTED, "#panel .doing > .button:has-text('Pass')")
        play_to_the_end(page, hand, choices)
        return
    for _ in range(TURNS * STEPS):
        play_turn(page, hand)
        if page.locator(OUTCOME).count():
            return


def _tell(ruleset: str, size: Size, seen: dict[str, list[dict[str, Any]]]) -> None:
    for phase, looks in seen.items():
        least = min(looks, key=lambda look: float(look["share"]))
        land, map_ = ("x".join(map(str, least[part])) for part in ("land", "map"))
        print(
            f"{ruleset:<20} {size[0]:>4} {phase:<17} {len(looks):>4} choices, land {land:>9} of "
            f"{map_:<9} {least['share']:4.0%}, map {min(look['window'] for look in looks):4.0%} "
            f"of window, scale {sorted({round(look['scale'], 3) for look in looks})[:4]}"
        )


def _too_small(seen: dict[str, list[dict[str, Any]]], size: Size) -> list[Any]:
    """Return the phases on a laptop in which the land or the map was smaller than it must be."""
    if size not in LAPTOPS:
        return []
    return [
        (phase, look)
        for phase, looks in seen.items()
        for look in looks
        if look["share"] < LEAST_LAND or look["window"] < LEAST_MAP
    ][:5]
