"""Statistics of Alexandros: points by who levied the taxes, and cards by symbol."""

from collections.abc import Iterator

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import by_symbol
from domain.alexandros.events import AnyEvent, CardChosen, CardTaken, TaxesLevied
from domain.alexandros.state import State
from projections.statistics.contract import Counting, Drawn, Gain, Points, Yielded

OWN, OTHERS, EARLIER = "own_levies", "others_levies", "earlier"


def initial_gains(state: State) -> Iterator[Gain]:
    """Yield the first position's cards, and in a study the points scored before it."""
    for seat, hand in enumerate(state.cards.hands):
        for symbol, number in by_symbol(hand).items():
            yield from [Drawn(seat, symbol.value)] * number
    for seat, score in enumerate(state.scores):
        # A source of its own: sources have to add up to the score, also in a study.
        yield Points(seat, EARLIER, score)


def gains(before: State, event: AnyEvent, _after: State) -> Iterator[Gain]:
    """Yield the gains of an event: cards taken, and every seat's taxes (A16)."""
    acting = before.turn.seat
    match event:
        # Only from the display: a hand card is discarded (A1).
        case CardChosen(slot=int()):
            yield Drawn(acting, event.card.value)
        case CardTaken():
            yield Drawn(acting, event.taken.value)
        case TaxesLevied():
            for seat, gain in enumerate(event.gains):
                # A levy scores for everybody (A16), so the source is who levied.
                yield Points(seat, OWN if seat == acting else OTHERS, gain)
                yield Yielded(seat, gain)
        case _:
            return


COUNTING = Counting(
    sources=(OWN, OTHERS, EARLIER),
    cards=tuple(symbol.value for symbol in SYMBOLS),
    rolls=(),
    yields="points",
    initial_gains=initial_gains,
    gains=gains,
)
