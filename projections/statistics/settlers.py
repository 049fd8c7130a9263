"""Statistics of settlers: points by source, dice, and goods by turn."""

from collections.abc import Iterator, Mapping

from domain.settlers.cards import DEVELOPMENTS, VICTORY_POINT
from domain.settlers.events import AnyEvent, DevelopmentCardBought, DiceRolled, SettlementBuilt
from domain.settlers.state import HONOUR_POINTS, State
from projections.statistics.contract import Counting, Drawn, Gain, Points, Rolled, Yielded

SOURCES = ("settlements", "cities", "longest_road", "largest_army", "victory_points")
CARDS = tuple(card.value for card in DEVELOPMENTS)
# All of them, so that totals never rolled are shown as zeros.
ROLLS = tuple(range(2, 13))

BySource = Mapping[str, int]


def initial_gains(state: State) -> Iterator[Gain]:
    """Yield the points of the first position, which only a study has."""
    for seat in range(state.table.seats):
        yield from changed(seat, {}, points_by_source(state, seat))


def gains(before: State, event: AnyEvent, after: State) -> Iterator[Gain]:
    """Yield the gains of an event: points won and lost, dice, goods and development cards."""
    for seat in range(before.table.seats):
        # By comparison and not by event: one event can move an honour between two other seats.
        yield from changed(seat, points_by_source(before, seat), points_by_source(after, seat))
    yield from luck_gains(before, event)


def points_by_source(state: State, seat: int) -> BySource:
    """Return a seat's points (S11, S12) by source."""
    pieces, standing = state.pieces, state.standing
    return {
        "settlements": pieces.settlements[seat].bit_count(),
        "cities": 2 * pieces.cities[seat].bit_count(),
        "longest_road": HONOUR_POINTS * (standing.longest_road == seat),
        "largest_army": HONOUR_POINTS * (standing.largest_army == seat),
        "victory_points": state.cards.developments[seat][VICTORY_POINT],
    }


def changed(seat: int, before: BySource, after: BySource) -> Iterator[Points]:
    """Yield the differences in a seat's points."""
    for source, number in after.items():
        if number != before.get(source, 0):
            yield Points(seat, source, number - before.get(source, 0))


def luck_gains(before: State, event: AnyEvent) -> Iterator[Gain]:
    """Yield the dice, goods and cards of an event."""
    acting = before.turn.seat
    match event:
        case DiceRolled():
            yield Rolled(acting, sum(event.dice))
            yield from (Yielded(seat, sum(goods)) for seat, goods in enumerate(event.gains))
        # The second settlement of the set-up is paid without a roll (S4).
        case SettlementBuilt():
            yield Yielded(acting, sum(event.gains))
        case DevelopmentCardBought():
            yield Drawn(acting, event.card.value)
        case _:
            return


COUNTING = Counting(
    sources=SOURCES,
    cards=CARDS,
    rolls=ROLLS,
    yields="cards",
    initial_gains=initial_gains,
    gains=gains,
)
