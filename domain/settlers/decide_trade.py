"""The rules of trade, with the bank and with other seats (S10)."""

from enum import StrEnum
from typing import assert_never

from domain.settlers import refusals
from domain.settlers.cards import Counts, covers
from domain.settlers.events import (
    TradeAnswered,
    TradeClosed,
    TradedWithBank,
    TradeEvent,
    TradeOffered,
    TradeWithdrawn,
)
from domain.settlers.moves import (
    AnswerTrade,
    CloseTrade,
    OfferTrade,
    TradeMove,
    TradeWithBank,
    WithdrawTrade,
)
from domain.settlers.state import Offer, State
from domain.settlers.turns import to_act


def decide_trade(state: State, seat: int, move: TradeMove) -> TradeEvent:
    """Return the event of a trade move. Raises Refused."""
    match move:
        case AnswerTrade():
            return answer_trade(state, seat, move)
        case OfferTrade():
            return offer_trade(state, seat, move)
        case TradeWithBank():
            return trade_with_bank(state, seat, move)
        case CloseTrade():
            return close_trade(state, seat, move)
        case WithdrawTrade():
            return withdraw_trade(state)
        case _:
            assert_never(move)


def rates(state: State, seat: int) -> Counts:
    """Return the rate of each good: how many the bank takes for one of another good (S10)."""
    land = state.table.land
    # Only harbour corners: otherwise each new building would miss the cache of rates.
    built = state.built(seat) & land.harbour_corners
    return land.rates(len(state.table.edition.goods), built)


def trade_with_bank(state: State, seat: int, move: TradeWithBank[StrEnum]) -> TradedWithBank:
    """Return the trade of equal cards for one of another kind."""
    # S10: a good is not traded for itself, however good the rate.
    if move.give == move.get:
        raise refusals.TradeOfLikes
    edition, bank = state.table.edition, state.cards.bank
    give, get = edition.index[move.give], edition.index[move.get]
    price, one = edition.times(rates(state, seat)[give], give), edition.one[get]
    check_held(state, seat, price)
    if not covers(bank, one):
        raise refusals.BankCannotPay(wanted=edition.named(one), bank=edition.named(bank))
    return TradedWithBank(give=price, get=one)


def check_held(state: State, seat: int, cards: Counts) -> None:
    """Raise CannotPay unless the seat has the cards in hand (S8)."""
    hand, edition = state.cards.hands[seat], state.table.edition
    if not covers(hand, cards):
        raise refusals.CannotPay(price=edition.named(cards), hand=edition.named(hand))


def offer_trade(state: State, seat: int, move: OfferTrade[StrEnum]) -> TradeOffered:
    """Return the offer to all seats; it replaces an earlier one."""
    counted = state.table.edition.counted
    give, get = counted(move.give), counted(move.get)
    _check_terms(give, get)
    # Only the offering side is checked: a check of what others hold would reveal their hands.
    check_held(state, seat, give)
    return TradeOffered(give=give, get=get)


def _check_terms(give: Counts, get: Counts) -> None:
    """Raise TradeOfLikes unless both sides give something, and no good is on both."""
    # A gift is not a trade, and a good on both sides cancels out (S10).
    if not sum(give) or not sum(get) or any(map(min, give, get)):
        raise refusals.TradeOfLikes


def answer_trade(state: State, seat: int, move: AnswerTrade[StrEnum]) -> TradeAnswered:
    """Return the answer, on the terms offered or on others.

    The event's ``give`` and ``get`` are the offering seat's side, the move's the answering seat's.
    """
    offer, acting = _offer(state), to_act(state)
    # The first of `acting` is the offering seat; the others have neither answered nor left.
    if seat not in acting[1:]:
        raise refusals.NotYourTurn(seat=seat, acting=list(acting))
    if not move.accept:
        return TradeAnswered(seat=seat, accepted=False, give=offer.give, get=offer.get)
    counted = state.table.edition.counted
    # The sides cross: the goods that the answering seat gets are the offering seat's to give.
    give = offer.give if move.get is None else counted(move.get)
    get = offer.get if move.give is None else counted(move.give)
    _check_terms(give, get)
    # Only its own side: whether the offering seat can pay is checked when the trade is closed.
    check_held(state, seat, get)
    return TradeAnswered(seat=seat, accepted=True, give=give, get=get)


def close_trade(state: State, seat: int, move: CloseTrade) -> TradeClosed:
    """Return the trade with a seat that accepted or countered, if both can still pay."""
    answers = _offer(state).answers
    # A negative number would otherwise count from the end.
    answer = answers[move.seat] if 0 <= move.seat < len(answers) else None
    if not isinstance(answer, tuple) or not can_close(state, seat, move.seat):
        raise refusals.NotAccepted(seat=move.seat)
    give, get = answer
    return TradeClosed(seat=move.seat, give=give, get=get)


def can_close(state: State, seat: int, other: int) -> bool:
    """True if the other seat accepted and both can pay."""
    offer = state.turn.offer
    answer = offer.answers[other] if offer else None
    if not isinstance(answer, tuple):
        return False
    give, get = answer
    hands = state.cards.hands
    # Hands may have changed since the answer, by other trades or thefts.
    return covers(hands[seat], give) and covers(hands[other], get)


def withdraw_trade(state: State) -> TradeWithdrawn:
    """Return the withdrawal of the offer."""
    # Called only to refuse if there is no offer.
    _offer(state)
    return TradeWithdrawn()


def _offer(state: State) -> Offer:
    if state.turn.offer is None:
        raise refusals.NoOffer
    return state.turn.offer
