"""The costs and gains listed beside each move, so that no client computes them again."""

from collections.abc import Sequence

from domain.alexander_the_great import auctions, turns
from domain.alexander_the_great.decide_auction import auction_of, is_forfeit
from domain.alexander_the_great.moves import MOST_BID, Bid, ChooseAdvisor, March, Pay
from domain.alexander_the_great.state import State
from domain.alexander_the_great.wire.move_notation import format_move
from domain.record.visibility import JsonObject
from domain.settlers.wire import facts as base_facts
from domain.wire.moves import Move


def move_facts(state: State, seat: int, moves: Sequence[Move]) -> list[JsonObject]:
    """Return the facts of legal moves, in order: the notation, and those of the move's type."""
    return [{"notation": format_move(state, move), **_facts(state, seat, move)} for move in moves]


def _facts(state: State, seat: int, move: Move) -> JsonObject:
    """Return the facts of a move without its notation; ``facts`` of settlers has the others.

    A march has the ``crossing`` it leads to. A bid is ``affordable`` or not; if it stands for all
    higher ones, ``may_be`` is the highest. A payment has ``cost`` and ``knights``, and is the
    ``forfeit`` of a seat that cannot pay or not. A choice has the ``advisor`` it takes.
    """
    match move:
        case March():
            return {"crossing": turns.destination(state.table.board, state.journey.crossing)}
        case Bid(bid=bid):
            return _bid(state, seat, bid)
        case Pay():
            cost = {good.value: n for good, n in move.cards.items()}
            return {"cost": cost, "knights": move.knights, "forfeit": is_forfeit(state)}
        case ChooseAdvisor(from_=other):
            advisor = state.journey.advisors[other]
            return {"advisor": advisor and advisor.value}
        case _:
            return base_facts.facts(state.base, seat, move)


def _bid(state: State, seat: int, bid: int) -> JsonObject:
    auction = auction_of(state)
    # Shown to the bidding seat alone, as it depends on its hand.
    facts: JsonObject = {"affordable": bid <= auctions.worth(state, auction, seat)}
    if auctions.stands_for_more(state, auction, bid):
        facts["may_be"] = MOST_BID
    return facts
