"""The aims of the seat: their costs, and their worth in points."""

import math
from dataclasses import dataclass, replace
from typing import Final

from clients.bots.settlers.goods import CARD, CITY, ROAD, SETTLEMENT, Counts, minus, plus, times
from clients.bots.settlers.paths import Path, path_to_length, paths_within
from clients.bots.settlers.position import Position
from clients.bots.settlers.tempo import citied, quickened

_WIN: Final = 40.0
_FARTHEST: Final = 4
_SETTLEMENTS: Final = 6
"""Settlements that are weighed, the most promising ones."""
_PRICES: Final = [plus(SETTLEMENT, times(ROAD, roads)) for roads in range(_FARTHEST + 1)]
"""The prices of a settlement and the roads it takes first."""
# The share of the worth that is left for each road a settlement still takes: others may be there
# first.
_LATER: Final = 0.85
_CONTESTED: Final = 0.7
_HONOUR: Final = 2.0
_ROAD_FROM, _ARMY_FROM = 5, 3
_EXTENSION: Final = 3
_LUCK_OF_A_CARD: Final = 0.35
"""The worth of a development card besides the army: a point, roads, plenty, monopoly, theft."""
# The share of knights in the deck: 14 of 25.
_KNIGHTS: Final = 0.56


@dataclass(frozen=True, slots=True)
class Plan:
    """An aim: a type of move, its corner, the roads it takes first, the price of all, and gain."""

    kind: str
    corner: int | None
    roads: Path
    price: Counts
    gain: float

    def begun(self) -> "Plan":
        """Return the rest of the plan once its first road is built."""
        return replace(self, roads=self.roads[1:], price=minus(self.price, ROAD))


def plans_of(position: Position) -> tuple[Plan, ...]:
    """Return everything worth aiming for."""
    return (
        *_cities(position),
        *_settlements(position),
        *_cards(position),
        *_longest_road(position),
    )


def won_with(position: Position, points: int, worth: float) -> float:
    """Return the worth of a gain of so many points; much more if they win the game."""
    return worth + (_WIN if position.points + points >= position.target else 0.0)


def _cities(position: Position) -> list[Plan]:
    if not position.own.pieces[1]:
        return []
    turns = position.turns_left
    return [
        Plan("build_city", corner, (), CITY, won_with(position, 1, gain))
        for corner in sorted(position.own.settlements)
        if (gain := 1 + turns * citied(position, corner))
    ]


def _settlements(position: Position) -> list[Plan]:
    if not position.own.pieces[0]:
        return []
    rivals = _rivals_paths(position)
    free_paths = paths_within(position, position.me, min(_FARTHEST, position.own.pieces[2]))
    shut = position.closed | position.barred
    plans = [
        _settlement(position, corner, path, rivals)
        for corner, path in free_paths.items()
        if corner not in shut
    ]
    return sorted(plans, key=lambda plan: plan.gain, reverse=True)[:_SETTLEMENTS]


def _settlement(position: Position, corner: int, path: Path, rivals: dict[int, int]) -> Plan:
    gain = 1 + position.turns_left * quickened(position, corner)
    odds = math.pow(_LATER, len(path))
    if path and rivals.get(corner, _FARTHEST) <= len(path):
        odds *= _CONTESTED
    return Plan(
        "build_settlement", corner, path, _PRICES[len(path)], odds * won_with(position, 1, gain)
    )


def _rivals_paths(position: Position) -> dict[int, int]:
    """Return the roads that the nearest rival needs to each corner near it."""
    nearest: dict[int, int] = {}
    for rival in position.rivals:
        for corner, path in paths_within(position, rival, 2).items():
            nearest[corner] = min(len(path), nearest.get(corner, _FARTHEST))
    return nearest


def _cards(position: Position) -> list[Plan]:
    if not position.deck:
        return []
    gain = _LUCK_OF_A_CARD + _KNIGHTS * knight_gain(position)
    if position.points + 1 >= position.target:
        # The card may be the last point: five of the 25 are.
        gain += 1.0
    return [Plan("buy_development_card", None, (), CARD, gain)]


def knight_gain(position: Position) -> float:
    """Return the worth of another knight for the largest army, in points."""
    own = position.own.knights + int(position.in_hand.get("knight", 0))
    holder = position.largest_army
    if holder == position.me:
        chasers = max((position.seats[n].knights for n in position.rivals), default=0)
        # Who holds the army gains by another knight only if somebody is about to catch up.
        return 0.5 if chasers + 1 >= own else 0.1
    least = _ARMY_FROM if holder is None else position.seats[holder].knights + 1
    return _HONOUR / (1 + max(0, least - own))


def _longest_road(position: Position) -> list[Plan]:
    if position.longest_road == position.me:
        return []
    holder = position.longest_road
    length = _ROAD_FROM if holder is None else position.seats[holder].road_length + 1
    most = min(_EXTENSION, position.own.pieces[2])
    # The search for a path is costly, and farther than this the aim is not worth it.
    if length - position.own.road_length > _EXTENSION:
        return []
    path = path_to_length(position, length, most)
    if path is None:
        return []
    gain = won_with(position, 2, _HONOUR * math.pow(_LATER, len(path)))
    return [Plan("build_road", None, path, times(ROAD, len(path)), gain)]
