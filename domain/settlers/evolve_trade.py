"""What trade does to a position (S10)."""

from typing import assert_never

from domain.settlers.changes import got, handed, paid, with_item, with_turn
from domain.settlers.events import (
    TradeAnswered,
    TradeClosed,
    TradedWithBank,
    TradeEvent,
    TradeOffered,
    TradeWithdrawn,
)
from domain.settlers.state import Offer, State


def evolve_trade(state: State, event: TradeEvent) -> State:
    """The position after a trade with the bank, or a step of one with other seats (S10)."""
    match event:
        case TradedWithBank():
            return got(paid(state, state.turn.seat, event.give), state.turn.seat, event.get)
        case TradeOffered():
            return _offered(state, event)
        case TradeAnswered():
            return _answered(state, event)
        case TradeClosed():
            return _closed(state, event)
        case TradeWithdrawn():
            return with_turn(state, offer=None)
        case _:
            assert_never(event)


def _offered(state: State, event: TradeOffered) -> State:
    answers = (None,) * state.table.seats
    return with_turn(state, offer=Offer(event.give, event.get, answers), has_offered=True)


def _answered(state: State, event: TradeAnswered) -> State:
    offer = state.turn.offer
    assert offer is not None
    answer = (event.give, event.get) if event.accepted else False
    return with_turn(
        state, offer=Offer(offer.give, offer.get, with_item(offer.answers, event.seat, answer))
    )


def _closed(state: State, event: TradeClosed) -> State:
    seat = state.turn.seat
    after = with_turn(handed(state, seat, event.seat, event.give), offer=None)
    return handed(after, event.seat, seat, event.get)
