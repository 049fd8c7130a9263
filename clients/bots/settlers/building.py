"""Building and buying, with cards in hand or with the bank's help."""

from collections.abc import Iterator
from typing import Final

from clients.bots.settlers.goods import (
    GOODS,
    ROAD,
    Counts,
    covers,
    lacking,
    minus,
    one_of,
    plus,
    sparing,
)
from clients.bots.settlers.plans import Plan
from clients.bots.settlers.worth import Judge
from clients.python.shapes import JsonObject

Weighed = tuple[float, JsonObject]
"""The worth of hand and aims after a move, and the move."""

# A road on the board is worth a little more than its cards in hand: no robber takes it.
_PLACE: Final = 0.01


def best_now(judge: Judge, hand: Counts) -> float:
    """Return the worth of a hand on the seat's own turn, when it can buy at once."""
    bought = [
        judge.after(minus(hand, plan.price), plan)
        for plan in judge.plans
        if covers(hand, plan.price)
    ]
    return max([judge.worth(hand), *bought])


def purchases(judge: Judge) -> Iterator[Weighed]:
    """Yield the payable purchases, and the first roads towards the others."""
    hand = judge.position.hand
    for plan in judge.plans:
        price = ROAD if plan.roads else plan.price
        if judge.position.free_roads:
            yield from _free_road(judge, plan)
        elif covers(hand, plan.price):
            yield judge.after(minus(hand, plan.price), plan), _first_step(plan)
        elif plan.roads and covers(hand, price):
            yield _PLACE + judge.worth(minus(hand, price), _begun(judge, plan)), _first_step(plan)


def _free_road(judge: Judge, plan: Plan) -> Iterator[Weighed]:
    if plan.roads:
        yield 1 + judge.worth(judge.position.hand, _begun(judge, plan)), _first_step(plan)


def _begun(judge: Judge, plan: Plan) -> list[Plan]:
    """Return all plans as they are after the first road of ``plan``, which others may share."""
    road = plan.roads[0]
    return [other.begun() if other.roads[:1] == (road,) else other for other in judge.plans]


def _first_step(plan: Plan) -> JsonObject:
    if plan.roads:
        return {"type": "build_road", "edge": plan.roads[0]}
    if plan.corner is None:
        return {"type": plan.kind}
    return {"type": plan.kind, "corner": plan.corner}


def bank_trades(judge: Judge) -> Iterator[Weighed]:
    """Yield the first trade with the bank for each aim that such trades make payable at once."""
    position, hand, rates = judge.position, judge.position.hand, judge.position.own.rates
    prices = {plan.price for plan in judge.plans}
    trades = {price: with_the_bank(hand, price, rates, position.bank) for price in prices}
    for plan in judge.plans:
        if trade := trades[plan.price]:
            give, get, left = trade
            move = {"type": "trade_with_bank", "give": GOODS[give], "get": GOODS[get]}
            yield judge.after(left, plan), move


def with_the_bank(
    hand: Counts, price: Counts, rates: Counts, bank: Counts
) -> tuple[int, int, Counts] | None:
    """Return the goods of the first trade, and the hand after all trades and the price.

    None if no trade is needed, or trades do not suffice.
    """
    lack = lacking(hand, price)
    if not sum(lack) or not covers(bank, lack):
        return None
    left, first = hand, None
    for get in (good for good, n in enumerate(lack) for _ in range(n)):
        give = _cheapest(sparing(left, price), rates)
        if give is None:
            return None
        left = plus(minus(left, one_of(give, rates[give])), one_of(get))
        first = first or (give, get)
    return None if first is None else (*first, minus(left, price))


def _cheapest(spare: Counts, rates: Counts) -> int | None:
    """Return the good with the lowest rate; of equal ones the most plentiful."""
    able = [good for good in range(6) if spare[good] >= rates[good]]
    return min(able, key=lambda good: (rates[good], -spare[good]), default=None)
