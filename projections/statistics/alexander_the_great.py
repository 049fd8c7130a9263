"""Statistics of Alexander the Great: those of settlers, advisors, and the reserve's cards."""

from collections.abc import Iterator

from domain.alexander_the_great.events import (
    AdvisorChosen,
    AnyEvent,
    AuctionPaid,
    BidForfeited,
    BidMade,
    Dealt,
    Draws,
    Marched,
    Passed,
    Resigned,
    TurnEnded,
)
from domain.alexander_the_great.state import State
from projections.statistics import settlers
from projections.statistics.contract import Counting, Gain, Yielded
from projections.statistics.settlers import BySource, changed

ADVISOR = "advisor"


def initial_gains(state: State) -> Iterator[Gain]:
    """Yield the hands of the first position, and in a study its points."""
    for seat, hand in enumerate(state.base.cards.hands):
        # Hands are dealt here, gold included (G4, G5); in settlers they begin empty.
        yield Yielded(seat, sum(hand))
        yield from changed(seat, {}, points_by_source(state, seat))


def gains(before: State, event: AnyEvent, after: State) -> Iterator[Gain]:
    """Yield the gains of an event: those of settlers, advisors (G20) and draws (G8)."""
    for seat in range(before.table.seats):
        # For every kind of event: any of them may bring an advisor, or take one (G20, G21).
        yield from changed(seat, points_by_source(before, seat), points_by_source(after, seat))
    match event:
        case TurnEnded() | Resigned():
            yield from _from_reserve(event.draws)
        # Named one by one, so that mypy notices a new kind of event.
        case (
            Dealt()
            | Marched()
            | BidMade()
            | Passed()
            | AuctionPaid()
            | BidForfeited()
            | AdvisorChosen()
        ):
            return
        case _:
            yield from settlers.luck_gains(before.base, event)


def points_by_source(state: State, seat: int) -> BySource:
    """Return a seat's points by source (G20)."""
    points = settlers.points_by_source(state.base, seat)
    return {**points, ADVISOR: state.journey.advisor_points(seat)}


def _from_reserve(draws: Draws) -> Iterator[Gain]:
    return (Yielded(seat, 1) for seat, card in enumerate(draws) if card is not None)


COUNTING = Counting(
    sources=(*settlers.SOURCES, ADVISOR),
    cards=settlers.CARDS,
    rolls=settlers.ROLLS,
    yields="cards",
    initial_gains=initial_gains,
    gains=gains,
)
