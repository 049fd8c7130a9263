"""Trade with other seats: offers, answers and closings."""

from collections.abc import Iterator
from typing import Final

from clients.bots.settlers.building import Weighed, best_now
from clients.bots.settlers.goods import (
    Counts,
    by_name,
    counts_of,
    covers,
    lacking,
    minus,
    one_of,
    plus,
    sparing,
)
from clients.bots.settlers.position import Position
from clients.bots.settlers.worth import Judge
from clients.python.shapes import JsonObject

_MOST_WANTED: Final = 2
"""Cards that are asked for in one offer."""
# The least gain of an offer or a trade, since it helps another seat, too.
_GAIN: Final = 0.3
_FAIR: Final = 0.04
_NEAR: Final = 1.5
"""Nobody trades with a seat that is so few points from victory."""
_A_CARD: Final = 0.35


def is_dangerous(position: Position, seat: int) -> bool:
    """True if a seat is so close to victory that a trade could win it the game."""
    other = position.seats[seat]
    return other.points + _A_CARD * other.developments >= position.target - _NEAR


def offers(judge: Judge) -> Iterator[Weighed]:
    """Yield offers that would make an aim payable at once: as many cards as asked, or one more."""
    for give, get in dict.fromkeys(_terms(judge)):
        left = plus(minus(judge.position.hand, give), get)
        yield best_now(judge, left) - _GAIN, _offer(give, get)


def _terms(judge: Judge) -> Iterator[tuple[Counts, Counts]]:
    """Yield the cards to give and to get; some repeatedly, as aims may lack the same cards."""
    hand = judge.position.hand
    for price in dict.fromkeys([plan.price for plan in judge.plans]):
        lack = lacking(hand, price)
        if 0 < sum(lack) <= _MOST_WANTED and _may_be_had(judge.position, lack):
            gifts = _gifts(sparing(hand, price), sum(lack))
            # Nobody gives and gets the same good.
            able = (give for give in gifts if not any(map(min, give, lack)))
            yield from ((g, lack) for g in able if not _is_declined(judge.position, g, lack))


def _offer(give: Counts, get: Counts) -> JsonObject:
    return {"type": "offer_trade", "give": by_name(give), "get": by_name(get)}


def _gifts(spare: Counts, number: int) -> Iterator[Counts]:
    """Yield gifts of `number` spare cards of one kind, and of one card more if many are spare."""
    for good in range(6):
        if spare[good] >= number:
            yield one_of(good, number)
        if spare[good] > number + 2:
            yield one_of(good, number + 1)


def _is_declined(position: Position, give: Counts, get: Counts) -> bool:
    """True if a seat whose hand is still the same has refused these terms, or better ones."""
    return any(covers(more, give) and covers(get, less) for more, less in position.declined)


def _may_be_had(position: Position, wanted: Counts) -> bool:
    """True if a trading partner is likely to have the wanted goods, and has an income of each."""
    return any(
        position.seats[rival].cards >= sum(wanted)
        and not is_dangerous(position, rival)
        and all(_can_spare(position, rival, good, n) for good, n in enumerate(wanted) if n)
        for rival in position.rivals
    )


def _can_spare(position: Position, seat: int, good: int, number: int) -> bool:
    has_income = position.pips(seat)[good] > 0
    return has_income and position.expected(seat, good) >= position.likely * number


def closings(judge: Judge, view: JsonObject, moves: list[JsonObject]) -> Iterator[Weighed]:
    """Yield each trade that another seat has agreed to."""
    for move in moves:
        if move["type"] == "close_trade" and not is_dangerous(judge.position, move["seat"]):
            terms = view["state"]["offer"]["answers"][move["seat"]]
            give, get = counts_of(terms["give"]), counts_of(terms["get"])
            left = plus(minus(judge.position.hand, give), get)
            yield best_now(judge, left) - _FAIR, move


def answer(judge: Judge, view: JsonObject, moves: list[JsonObject]) -> JsonObject:
    """Accept an offer that gains more than it costs, ask for two if only that gains, or refuse.

    A seat close to victory is always refused.
    """
    refusal = next(move for move in moves if not move["accept"])
    offer, hand = view["state"]["offer"], judge.position.hand
    get, give = counts_of(offer["give"]), counts_of(offer["get"])
    if not covers(hand, give) or is_dangerous(judge.position, _offering(view)):
        return refusal
    if _gain(judge, give, get) > _FAIR:
        return next((move for move in moves if move["accept"]), refusal)
    if sum(get) == 1 and _gain(judge, give, plus(get, get)) > _GAIN:
        return {
            "type": "answer_trade",
            "accept": True,
            "get": by_name(plus(get, get)),
            "give": by_name(give),
        }
    return refusal


def _gain(judge: Judge, give: Counts, get: Counts) -> float:
    hand = judge.position.hand
    return judge.worth(plus(minus(hand, give), get)) - judge.worth(hand)


def _offering(view: JsonObject) -> int:
    """Return the seat that made the offer: the first one to act."""
    return int(view["to_act"][0])
