"""The contract of a ruleset's statistics: the gains of each event, by seat and source."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Points:
    """Points that a seat gained from a source; a negative number of points was lost."""

    seat: int
    source: str
    # Signed: honours and advisors change hands.
    number: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card that a seat drew or took."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of the dice by a seat."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class Yielded:
    """The yield of a turn to a seat, in the ruleset's unit."""

    seat: int
    number: int


Gain = Points | Drawn | Rolled | Yielded
YieldUnit = Literal["cards", "points"]


@dataclass(frozen=True, slots=True)
class Counting:
    """A ruleset's statistics: ``COUNTING`` of ``projections.statistics.<ruleset>``.

    ``sources`` and ``cards`` are codes in the order to show them, ``rolls`` the possible totals of
    the dice. ``gains`` gives the gains of an event from the positions before and after it;
    ``initial_gains`` those of the first position. A seat's points, over all sources, add up to its
    score. All versions of the rules share one counting.
    """

    sources: tuple[str, ...]
    cards: tuple[str, ...]
    rolls: tuple[int, ...]
    yields: YieldUnit
    initial_gains: Callable[[Any], Iterable[Gain]]
    gains: Callable[[Any, Any, Any], Iterable[Gain]]


def counting_of(ruleset: str) -> Counting:
    """Return the counting of a ruleset on offer."""
    # By name, as texts are found: no list here has to name the rulesets.
    counting: Counting = import_module(f"{__package__}.{ruleset}").COUNTING
    return counting
