"""Resources and development cards, counted: a count is one number for each kind."""

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import add, ge, sub
from typing import Annotated, Any, NamedTuple, NewType

Counts = Annotated[tuple[int, ...], "counts"]
"""Numbers of an edition's goods, or of the kinds of development cards, in their order.

The annotation makes the codec of events write these numbers by name; numbers by seat lack it.
"""

GoodAt = NewType("GoodAt", int)
"""A good by its index in a count."""


class Resource(enum.StrEnum):
    """The resources that hexes yield (S1)."""

    BRICK = "brick"
    LUMBER = "lumber"
    WOOL = "wool"
    GRAIN = "grain"
    ORE = "ore"


class Development(enum.StrEnum):
    """The kinds of development cards (S2)."""

    KNIGHT = "knight"
    VICTORY_POINT = "victory_point"
    ROAD_BUILDING = "road_building"
    YEAR_OF_PLENTY = "year_of_plenty"
    MONOPOLY = "monopoly"


RESOURCES = tuple(Resource)
INDEX: dict[str, GoodAt] = {resource: GoodAt(n) for n, resource in enumerate(RESOURCES)}
"""The index of each resource in a count."""

EACH_RESOURCE = 19
"""Cards of each resource (S2)."""

DISCARD_ABOVE = 7
"""The largest hand that a seven spares (S7)."""

DEVELOPMENTS = tuple(Development)
KIND = {card: n for n, card in enumerate(DEVELOPMENTS)}
VICTORY_POINT = KIND[Development.VICTORY_POINT]
NO_DEVELOPMENTS: Counts = (0,) * len(DEVELOPMENTS)

# The order must not change: an audit repeats the shuffle from it.
DECK = (
    (Development.KNIGHT,) * 14
    + (Development.VICTORY_POINT,) * 5
    + (Development.ROAD_BUILDING,) * 2
    + (Development.YEAR_OF_PLENTY,) * 2
    + (Development.MONOPOLY,) * 2
)

ROAD = {Resource.BRICK: 1, Resource.LUMBER: 1}
SETTLEMENT = {Resource.BRICK: 1, Resource.LUMBER: 1, Resource.WOOL: 1, Resource.GRAIN: 1}
CITY = {Resource.GRAIN: 2, Resource.ORE: 3}
DEVELOPMENT = {Resource.WOOL: 1, Resource.GRAIN: 1, Resource.ORE: 1}


class Affordable(NamedTuple):
    """The prices that a hand can pay (S8)."""

    road: bool
    settlement: bool
    city: bool
    development: bool


# Compared by identity: editions are constants and keys of caches.
@dataclass(frozen=True, eq=False)
class Edition:
    """The goods of a game and its opening bank: settlers has one edition, each scenario its own.

    Resources come first. Goods after them trade like resources but are not cards: everyone sees
    them, a hand does not count them, and they are neither stolen nor discarded (S7).
    """

    goods: tuple[enum.StrEnum, ...] = RESOURCES
    bank: Counts = (EACH_RESOURCE,) * len(RESOURCES)
    discard_above: int = DISCARD_ABOVE

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the goods in JSON."""
        return tuple(good.value for good in self.goods)

    @cached_property
    def index(self) -> dict[str, GoodAt]:
        """The index of each good in a count."""
        return {good: GoodAt(n) for n, good in enumerate(self.goods)}

    @cached_property
    def nothing(self) -> Counts:
        """Counts of 0 for each good."""
        return (0,) * len(self.goods)

    @cached_property
    def one(self) -> tuple[Counts, ...]:
        """For each good, by its index, the counts of one of it."""
        return tuple(self.times(1, index) for index in self.index.values())

    @cached_property
    def road(self) -> Counts:
        """The price of a road (S8)."""
        return self.counted(ROAD)

    @cached_property
    def settlement(self) -> Counts:
        """The price of a settlement (S8)."""
        return self.counted(SETTLEMENT)

    @cached_property
    def city(self) -> Counts:
        """The price of a city (S8)."""
        return self.counted(CITY)

    @cached_property
    def development(self) -> Counts:
        """The price of a development card (S8)."""
        return self.counted(DEVELOPMENT)

    @cached_property
    def affordable(self) -> Callable[[Counts], Affordable]:
        """A cached function from a hand to the prices that it can pay; the same hands recur."""
        prices = (self.road, self.settlement, self.city, self.development)
        # One cache for each edition, as prices have a number for each of its goods.
        return lru_cache(maxsize=4096)(
            lambda hand: Affordable(*[covers(hand, price) for price in prices])
        )

    def times(self, n: int, good: int) -> Counts:
        """Return counts of ``n`` of one good."""
        numbers = list(self.nothing)
        numbers[good] = n
        return tuple(numbers)

    def tally(self, cards: Iterable[int]) -> Counts:
        """Return the counts of a list of cards."""
        return tally(cards, len(self.goods))

    def counted(self, named: Mapping[Any, int]) -> Counts:
        """Return counts from numbers by name. Raises KeyError for an unknown good."""
        # The usual case: most gains of a roll are empty.
        if not named:
            return self.nothing
        numbers, index = list(self.nothing), self.index
        for good, n in named.items():
            numbers[index[good]] = n
        return tuple(numbers)

    def named(self, counts: Counts) -> dict[enum.StrEnum, int]:
        """Return the numbers by name, without zeros."""
        return {good: n for good, n in zip(self.goods, counts, strict=True) if n}


EDITION = Edition()


# These take counts of any length. Sums written out for one length take half the time (104 instead
# of 224 ns), but that saves only 2 % of a random game (`make bench`, settlers): too little to write
# the rules twice.
def plus(a: Counts, b: Counts) -> Counts:
    """Return the sum of both."""
    return tuple(map(add, a, b))


def minus(a: Counts, b: Counts) -> Counts:
    """Return ``a`` without ``b``."""
    return tuple(map(sub, a, b))


def covers(a: Counts, b: Counts) -> bool:
    """True if ``b`` can be taken from ``a``."""
    return all(map(ge, a, b))


def resources(counts: Counts) -> Counts:
    """Return the counts of resources, which come first."""
    return counts[: len(RESOURCES)]


def resource_cards(counts: Counts) -> int:
    """Return the number of resource cards."""
    return sum(counts[: len(RESOURCES)])


def card_list(counts: Counts) -> tuple[GoodAt, ...]:
    """Return the counts as a list of cards, in the order of resources."""
    return tuple(GoodAt(index) for index, n in enumerate(counts) for _ in range(n))


def tally(cards: Iterable[int], kinds: int = len(RESOURCES)) -> Counts:
    """Return the counts of a list of cards."""
    numbers = [0] * kinds
    for card in cards:
        numbers[card] += 1
    return tuple(numbers)


def named_resources(counts: Counts) -> dict[Resource, int]:
    """Return the numbers of resources by name, without zeros."""
    return {resource: n for resource, n in zip(RESOURCES, counts, strict=False) if n}


def most_held(hand: Counts, number: int) -> Counts:
    """Return ``number`` resource cards of a hand, each taken from the resource it has most of."""
    left, taken = list(resources(hand)), [0] * len(hand)
    for _ in range(number):
        # In a tie the first one: everyone who computes the default must get the same.
        most = left.index(max(left))
        left[most] -= 1
        taken[most] += 1
    return tuple(taken)


def card_at(counts: Counts, position: int) -> GoodAt:
    """Return the card at a position of ``card_list(counts)``."""
    for resource, n in enumerate(counts):
        if position < n:
            return GoodAt(resource)
        position -= n
    # A draw beyond the hand is a fault in the caller; a wrong card would be worse.
    raise IndexError(position)
