"""What each move costs and brings, told beside it, so that no client works it out again."""

from collections.abc import Sequence

from domain.alexander_the_great import auctions, turns
from domain.alexander_the_great.decide_auction import auction_of, is_forfeit
from domain.alexander_the_great.moves import MOST_BID, Bid, ChooseAdvisor, March, Pay
from domain.alexander_the_great.state import State
from domain.alexander_the_great.wire.move_notation import spelled_move
from domain.record.visibility import JsonObject
from domain.settlers.wire import facts as settlers
from domain.wire.moves import Move


def move_facts(state: State, seat: int, moves: Sequence[Move]) -> list[JsonObject]:
    """The facts of legal moves, in their order: each one's notation, and what its kind has."""
    return [{"notation": spelled_move(state, move), **_facts(state, seat, move)} for move in moves]


def _facts(state: State, seat: int, move: Move) -> JsonObject:
    """Return what is known of a move beside its notation; see ``settlers.facts`` for the others.

    A march has the ``crossing`` it leads to; a bid whether its seat can pay it (``affordable``)
    and, where it stands for all higher ones, the highest (``may_be``); a payment its ``cost``,
    its ``knights`` and whether it is the ``forfeit`` of a seat that cannot pay; a choice the
    ``advisor`` it takes.
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
            return settlers.facts(state.base, seat, move)


def _bid(state: State, seat: int, bid: int) -> JsonObject:
    auction = auction_of(state)
    facts: JsonObject = {"affordable": bid <= auctions.worth(state, auction, seat)}
    if auctions.stands_for_more(state, auction, bid):
        facts["may_be"] = MOST_BID
    return facts
