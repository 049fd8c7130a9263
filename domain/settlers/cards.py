"""Resources and development cards, counted: a count of resources is one number for each of them."""

import enum
from collections.abc import Iterable, Mapping
from typing import Any, NewType

Counts = tuple[int, int, int, int, int, int]
"""Numbers of brick, lumber, wool, grain, ore and gold, which settlers has none of; or of the five
kinds of development cards, the last number 0."""


GoodAt = NewType("GoodAt", int)
"""A resource or gold by its place in a count."""


class Resource(enum.StrEnum):
    """What hexes yield (S1)."""

    BRICK = "brick"
    LUMBER = "lumber"
    WOOL = "wool"
    GRAIN = "grain"
    ORE = "ore"


class Good(enum.StrEnum):
    """What may be traded where a scenario adds gold to the resources."""

    BRICK = "brick"
    LUMBER = "lumber"
    WOOL = "wool"
    GRAIN = "grain"
    ORE = "ore"
    GOLD = "gold"


class Development(enum.StrEnum):
    """The kinds of development cards (S2)."""

    KNIGHT = "knight"
    VICTORY_POINT = "victory_point"
    ROAD_BUILDING = "road_building"
    YEAR_OF_PLENTY = "year_of_plenty"
    MONOPOLY = "monopoly"


RESOURCES = tuple(Resource)
GOODS = tuple(Good)
PLACE: dict[str, GoodAt] = {good: GoodAt(n) for n, good in enumerate(GOODS)}
"""The place of each resource, and of gold, in a count."""

DEVELOPMENTS = tuple(Development)
KIND = {card: n for n, card in enumerate(DEVELOPMENTS)}

NOTHING: Counts = (0, 0, 0, 0, 0, 0)
ONE: tuple[Counts, ...] = (
    (1, 0, 0, 0, 0, 0),
    (0, 1, 0, 0, 0, 0),
    (0, 0, 1, 0, 0, 0),
    (0, 0, 0, 1, 0, 0),
    (0, 0, 0, 0, 1, 0),
    (0, 0, 0, 0, 0, 1),
)

EACH_RESOURCE = 19
FULL_BANK: Counts = (*((EACH_RESOURCE,) * 5), 0)

DECK = (
    (Development.KNIGHT,) * 14
    + (Development.VICTORY_POINT,) * 5
    + (Development.ROAD_BUILDING,) * 2
    + (Development.YEAR_OF_PLENTY,) * 2
    + (Development.MONOPOLY,) * 2
)

ROAD: Counts = (1, 1, 0, 0, 0, 0)
SETTLEMENT: Counts = (1, 1, 1, 1, 0, 0)
CITY: Counts = (0, 0, 0, 2, 3, 0)
DEVELOPMENT: Counts = (0, 0, 1, 1, 1, 0)


def plus(a: Counts, b: Counts) -> Counts:
    """Both together."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5])


def minus(a: Counts, b: Counts) -> Counts:
    """What is left of ``a`` without ``b``."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5])


def covers(a: Counts, b: Counts) -> bool:
    """Whether ``b`` can be taken from ``a``."""
    return (
        a[0] >= b[0]
        and a[1] >= b[1]
        and a[2] >= b[2]
        and a[3] >= b[3]
        and a[4] >= b[4]
        and a[5] >= b[5]
    )


def resource_cards(counts: Counts) -> int:
    """How many resource cards there are, gold not counted."""
    return counts[0] + counts[1] + counts[2] + counts[3] + counts[4]


def without_gold(counts: Counts) -> Counts:
    """The resource cards alone."""
    return (*counts[:5], 0)


def laid_out(counts: Counts) -> tuple[GoodAt, ...]:
    """The cards one by one, in the order of resources."""
    return tuple(GoodAt(place) for place, n in enumerate(counts) for _ in range(n))


def tally(cards: Iterable[GoodAt]) -> Counts:
    """The counts of cards one by one."""
    found = NOTHING
    for card in cards:
        found = plus(found, ONE[card])
    return found


def times(n: int, good: int) -> Counts:
    """So many of one resource, or of gold."""
    return counts_of([n if place == good else 0 for place in range(6)])


def counts_of(numbers: Iterable[int]) -> Counts:
    """Counts from six numbers."""
    brick, lumber, wool, grain, ore, gold = numbers
    return (brick, lumber, wool, grain, ore, gold)


def counted(named: Mapping[Any, int]) -> Counts:
    """Counts from numbers by name; what is left out is none. Raises KeyError for any other name."""
    if not named:
        return NOTHING
    numbers = [0] * len(GOODS)
    for good, n in named.items():
        numbers[PLACE[good]] = n
    return counts_of(numbers)


def named(counts: Counts) -> dict[Good, int]:
    """The numbers by name, of those there are any of."""
    return {good: n for good, n in zip(GOODS, counts, strict=True) if n}


def named_resources(counts: Counts) -> dict[Resource, int]:
    """The numbers of resources by name, of those there are any of."""
    return {resource: n for resource, n in zip(RESOURCES, counts, strict=False) if n}


def most_held(hand: Counts, number: int) -> Counts:
    """So many resource cards of a hand, always one more of what it has most of."""
    left, taken = list(hand[:5]), [0] * 6
    for _ in range(number):
        most = left.index(max(left))
        left[most] -= 1
        taken[most] += 1
    return counts_of(taken)


def card_at(counts: Counts, place: int) -> GoodAt:
    """The resource of the card at a place when all are laid out in the order of resources."""
    for resource, n in enumerate(counts):
        if place < n:
            return GoodAt(resource)
        place -= n
    raise IndexError(place)
