"""Trades between seats, priced by what they change for both sides."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from domain.planning.arrays import Array
from domain.planning.search import Outcomes
from domain.planning.settlers.position import Position, expected_hands
from domain.settlers.cards import Counts, resources
from domain.settlers.events import TradeClosed, TradeWithdrawn
from domain.settlers.moves import OfferTrade
from domain.settlers.state import State

P = TypeVar("P", bound=Position)

LEAST_GAIN = 0.004
"""The win chance that each side has to gain by an offer."""
LEAST_HOPE = 0.25
"""The least chance that a seat has the goods for which it is asked."""
WILLING = 0.7
"""The chance that a seat agrees to what it gains by."""
OFFERS = 3
"""Offers that are thought through."""

Terms = tuple[Counts, Counts]


class _Deal(NamedTuple, Generic[P]):
    """Terms with one seat, the position after them, and the chance that it has the goods."""

    terms: Terms
    partner: int
    after: P
    hope: float


def accepting(position: P) -> P:
    """Return the position if the viewer's acceptance of the offer leads to the trade."""
    offer = position.state.turn.offer
    assert offer is not None
    return _traded(position, position.viewer, (offer.give, offer.get))


def refusing(position: P) -> P:
    """Return the position if the offer leads to nothing."""
    return position.after(TradeWithdrawn())


def _traded(position: P, partner: int, terms: Terms) -> P:
    """Return the position after the seat on turn has traded with another."""
    give, get = terms
    return position.after(TradeClosed(seat=partner, give=give, get=get))


def offers(
    position: P, judge: Callable[[Sequence[P]], Array]
) -> list[tuple[OfferTrade, Outcomes[P]]]:  # type: ignore[type-arg]
    """Return the best offers of the viewer, each with the positions that it may lead to."""
    deals = _deals(position)
    if not deals:
        return []
    before, *after = judge([position, *(deal.after for deal in deals)])
    me, worth = position.viewer, dict[Terms, tuple[float, _Deal[P]]]()
    for deal, chances in zip(deals, after, strict=True):
        gain = chances[me] - before[me]
        if min(gain, chances[deal.partner] - before[deal.partner]) < LEAST_GAIN:
            continue
        value = float(gain) * deal.hope
        if value > worth.get(deal.terms, (0.0, deal))[0]:
            worth[deal.terms] = value, deal
    best = sorted(worth.values(), key=lambda each: -each[0])[:OFFERS]
    return [(_offer(position, deal), _outcomes(position, deal)) for _, deal in best]


def _offer(position: P, deal: _Deal[P]) -> OfferTrade:  # type: ignore[type-arg]
    named = position.state.table.edition.named
    give, get = deal.terms
    return OfferTrade(named(give), named(get))


def _outcomes(position: P, deal: _Deal[P]) -> Outcomes[P]:
    agreed = WILLING * deal.hope
    turn = replace(position.state.turn, has_offered=True)
    refused = position.with_state(replace(position.state, turn=turn))
    return [(agreed, deal.after), (1 - agreed, refused)]


def _deals(position: P) -> list[_Deal[P]]:
    """Return the trades of one or two cards for one, with each seat that may agree."""
    state, me = position.state, position.viewer
    hands, one = expected_hands(position), state.table.edition.one
    deals = []
    for give, held in enumerate(resources(state.cards.hands[me])):
        for number in range(1, min(2, held) + 1):
            for get in range(len(hands[me])):
                if get == give:
                    continue
                terms = state.table.edition.times(number, give), one[get]
                for partner in _partners(state, me, terms):
                    hope = min(1.0, hands[partner][get])
                    if hope >= LEAST_HOPE:
                        deals.append(_Deal(terms, partner, _traded(position, partner, terms), hope))
    return deals


def _partners(state: State, me: int, terms: Terms) -> list[int]:
    """Return the seats that have not refused these terms with the hand that they still hold."""
    refused = {
        seat for each in state.declined if (each.give, each.get) == terms for seat in each.seats
    }
    return [seat for seat in state.staying() if seat != me and seat not in refused]
