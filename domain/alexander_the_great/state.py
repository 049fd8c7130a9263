"""The position of the scenario: one of settlers, and Alexander's journey beside it."""

import enum
from dataclasses import dataclass
from typing import Self

from msgspec import Struct

from domain.alexander_the_great.board import Board
from domain.alexander_the_great.cards import EDITION, Good
from domain.alexander_the_great.rules import Options, Rules
from domain.record.setup import Setup
from domain.settlers import state as base_state
from domain.settlers.cards import Counts, GoodAt

DRAWN_AT_FIRST = 5
ADVISOR_FROM = 3
KNIGHT_WORTH = 3

Chips = tuple[int, ...]
"""Numbers of chips by kind: hunger, bridge, battle, statue."""

NO_CHIPS: Chips = (0, 0, 0, 0)


class Phase(enum.StrEnum):
    """The moves that are due: the phases of settlers without its set-up, and those of the march."""

    ROLL = "roll"
    ROADS = "roads"
    DISCARD = "discard"
    ROBBER = "robber"
    MARCH = "march"
    BID = "bid"
    PAY = "pay"
    ADVISOR = "advisor"
    PLAY = "play"
    OVER = "over"


class Occasion(enum.StrEnum):
    """The object of an auction (G12): a founding at a temple, or the occasion of a chip."""

    HUNGER = "hunger"
    BRIDGE = "bridge"
    BATTLE = "battle"
    STATUE = "statue"
    FOUNDING = "founding"


class Advisor(enum.StrEnum):
    """The advisors, the best first (G20)."""

    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


OWN_PHASES = (Phase.MARCH, Phase.BID, Phase.PAY, Phase.ADVISOR)
"""The phases in which settlers decides nothing."""

CHIP_KINDS = tuple(Occasion)[:4]
# The texts give no split of the 28, so seven of each (G2).
CHIPS = tuple(kind for kind in CHIP_KINDS for _ in range(7))
CHIP_INDEX = {kind: n for n, kind in enumerate(CHIP_KINDS)}
RANK = {advisor: n for n, advisor in enumerate(Advisor)}
ADVISOR_POINTS = {Advisor.FIRST: 4, Advisor.SECOND: 3, Advisor.THIRD: 2}


def _goods(*goods: Good) -> Counts:
    # Every auction takes gold (G15).
    return EDITION.counted(dict.fromkeys((*goods, Good.GOLD), 1))


USEFUL = {
    Occasion.FOUNDING: _goods(Good.BRICK, Good.LUMBER, Good.GRAIN, Good.WOOL),
    Occasion.HUNGER: _goods(Good.GRAIN, Good.WOOL),
    Occasion.BRIDGE: _goods(Good.BRICK, Good.LUMBER),
    Occasion.BATTLE: _goods(Good.ORE, Good.WOOL),
    Occasion.STATUE: _goods(Good.BRICK, Good.ORE),
}
"""The goods that each auction takes, 1 for each; a battle takes knights too (G15)."""


@dataclass(frozen=True, slots=True)
class Table:
    """The values that stay the same for a whole game."""

    board: Board
    options: Options
    rules: Rules
    seats: int

    @classmethod
    def of(cls, setup: Setup, rules: Rules) -> Self:
        """Return the table of a set-up, under a version of the rules."""
        return cls(setup.board, setup.options, rules, setup.seats)


class Auction(Struct, frozen=True, gc=False):
    """An auction under way (G14): all bids so far by seat (None: a pass), and the highest.

    ``bidding`` are the seats still in it, in order; the first bids next, or pays once it is alone.
    """

    occasion: Occasion
    crossing: int
    bids: tuple[tuple[int, int | None], ...]
    high: tuple[int, int] | None
    bidding: tuple[int, ...]

    @property
    def seat(self) -> int:
        """The seat that has to bid or pay."""
        return self.bidding[0]

    @property
    def bid(self) -> int:
        """The highest bid so far, 0 while there is none."""
        return 0 if self.high is None else self.high[1]

    @property
    def winner(self) -> int | None:
        """The highest bidder, once it alone is left."""
        return self.seat if self.high is not None and len(self.bidding) == 1 else None


class Journey(Struct, frozen=True, gc=False):
    """Alexander's progress along the route, and the seats' chips and advisors.

    ``crossing`` is the last one passed, -1 at the start. ``chips`` are those of the route in its
    order, then three that stay unseen (G2); ``won`` are the chips by seat. ``chooser`` is the seat
    that has to choose whose advisor it takes (G21). ``reserve`` has its top card first, and is None
    once closed (G8). ``marched_in`` is the turn of the last march.
    """

    crossing: int
    has_to_march: bool
    chips: tuple[Occasion, ...]
    won: tuple[Chips, ...]
    removed: int
    advisors: tuple[Advisor | None, ...]
    chooser: int | None
    auction: Auction | None
    reserve: tuple[GoodAt, ...] | None
    # The default is for studies stored before this field existed.
    marched_in: int = 0

    def points(self, base: base_state.State, seat: int) -> int:
        """Return a seat's points: those of settlers and those of its advisor (G20)."""
        return base_state.points(base, seat) + self.advisor_points(seat)

    def public_points(self, base: base_state.State, seat: int) -> int:
        """Return a seat's points without its hidden cards."""
        return base_state.public_points(base, seat) + self.advisor_points(seat)

    def advisor_points(self, seat: int) -> int:
        """Return the points of a seat's advisor."""
        advisor = self.advisors[seat]
        return 0 if advisor is None else ADVISOR_POINTS[advisor]


class State(Struct, frozen=True, gc=False):
    """A position."""

    table: Table
    base: base_state.State
    journey: Journey

    @property
    def phase(self) -> Phase:
        """The moves that are due."""
        journey, base = self.journey, self.base.turn.phase
        if base is base_state.Phase.OVER:
            return Phase.OVER
        # A choice comes before everything else: the auction that led to it is over, and no other
        # begins first.
        if journey.chooser is not None:
            return Phase.ADVISOR
        if journey.auction is not None:
            return Phase.BID if journey.auction.winner is None else Phase.PAY
        # Not while settlers has something due: free roads of a card played before the march come
        # first (S5).
        is_march = journey.has_to_march and base is base_state.Phase.PLAY
        return Phase.MARCH if is_march else Phase(base)

    def chips(self, seat: int) -> int:
        """Return the number of chips a seat has won."""
        return sum(self.journey.won[seat])
