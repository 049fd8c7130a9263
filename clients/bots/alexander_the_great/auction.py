"""Bidding and paying: the gain of an event against the cost of paying a bid."""

from collections.abc import Iterator
from typing import Final

from clients.bots.alexander_the_great.advisors import chip_gain
from clients.bots.alexander_the_great.journey import chips_ahead
from clients.bots.settlers.goods import NOTHING, Counts, by_name, counts_of, minus, one_of, plus
from clients.bots.settlers.plans import won_with
from clients.bots.settlers.tempo import quickened
from clients.bots.settlers.worth import Judge
from clients.python.shapes import JsonObject

_KNIGHT: Final = 3
_KNIGHT_LOST: Final = 0.25
"""The worth of a knight face up for the army, in points."""
_ARMY: Final = 2.0
# The extra worth of the first and second settlement: all further building starts from them.
_FOOTHOLD: Final = (2.0, 0.6)
_DENIED: Final = 0.2
"""The share of a founding's worth that is lost when another gets it."""

Payment = tuple[Counts, int]
"""Cards and gold, and knights."""


def best_bid(judge: Judge, view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    """Return the least bid if the event is worth it, otherwise a pass."""
    bids = [move for move in moves if move["type"] == "bid"]
    resting = next((move for move in moves if move["type"] == "pass"), moves[0])
    if not bids:
        return resting
    least = min(bids, key=lambda move: int(move["bid"]))
    cost = cost_of(judge, view, least["bid"])
    return least if cost is not None and event_worth(judge, view) > cost else resting


def event_worth(judge: Judge, view: JsonObject) -> float:
    """Return the worth of winning the auction, in points."""
    state, me = view["state"], judge.position.me
    auction = state["auction"]
    if auction["event"] == "founding":
        return _founding_worth(judge, state["route"][auction["crossing"]]["corner"])
    chips = tuple(sum(seat["chips"].values()) for seat in state["seats"])
    others = tuple(seat for seat in auction["in"] if seat != me)
    if auction["high"] is not None:
        # If this seat passes, the highest bidder so far is most likely to get the chip.
        others = (auction["high"]["seat"],)
    return chip_gain(chips, me, others, chips_ahead(state))


def _founding_worth(judge: Judge, corner: int) -> float:
    position = judge.position
    if not position.own.pieces[0]:
        return 0.0
    built = len(position.own.built)
    foothold = _FOOTHOLD[built] if built < len(_FOOTHOLD) else 0.0
    turns = position.turns_left
    gain = won_with(position, 1, 1 + turns * quickened(position, corner))
    return gain * (1 + _DENIED) + foothold * min(1.0, turns / 6)


def cost_of(judge: Judge, view: JsonObject, bid: int) -> float | None:
    """Return the cost of a bid's cheapest payment, in points; None if it cannot be paid."""
    costs = [_loss(judge, payment) for payment in _payments(judge, view, bid)]
    return min(costs, default=None)


def best_payment(judge: Judge, view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    """Return the payment that costs the seat least; a forfeit as it is listed."""
    payments = list(_payments(judge, view, view["state"]["auction"]["high"]["bid"]))
    if not payments:
        return moves[0]
    cards, knights = min(payments, key=lambda payment: _loss(judge, payment))
    return {"type": "pay", "cards": by_name(cards), "knights": knights}


def _loss(judge: Judge, payment: Payment) -> float:
    cards, knights = payment
    hand = judge.position.hand
    return judge.worth(hand) - judge.worth(minus(hand, cards)) + _knights_lost(judge, knights)


def _knights_lost(judge: Judge, knights: int) -> float:
    """Return the cost of spent knights: a little each, and the army if it is lost."""
    position = judge.position
    left = position.own.knights - knights
    best = max((position.seats[n].knights for n in position.rivals), default=0)
    loses = bool(knights) and position.largest_army == position.me and left < max(3, best)
    return (_ARMY if loses else 0.0) + _KNIGHT_LOST * knights


def _payments(judge: Judge, view: JsonObject, bid: int) -> Iterator[Payment]:
    """Yield the least needed cards for each number of knights."""
    auction, position = view["state"]["auction"], judge.position
    knights = auction["knights"][position.me] if auction["event"] == "battle" else 0
    useful = counts_of(dict.fromkeys(auction["takes"], 1))
    for spent in range(min(knights, -(-bid // _KNIGHT)) + 1):
        cards = _spared(judge, useful, max(0, bid - _KNIGHT * spent))
        if cards is not None:
            yield cards, spent


def _spared(judge: Judge, useful: Counts, number: int) -> Counts | None:
    left, gone = judge.position.hand, NOTHING
    for _ in range(number):
        able = [one_of(good) for good in range(6) if useful[good] and left[good]]
        if not able:
            return None
        card = max(able, key=lambda card: judge.worth(minus(left, card)))
        left, gone = minus(left, card), plus(gone, card)
    return gone
