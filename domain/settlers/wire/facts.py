"""What each move costs and brings, told beside it, so that no client works it out again."""

from collections.abc import Sequence

from domain.record.visibility import JsonObject
from domain.settlers.cards import CITY, DEVELOPMENT, PLACE, ROAD, SETTLEMENT
from domain.settlers.decide_trade import rates
from domain.settlers.moves import (
    AnswerTrade,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    CloseTrade,
    TradeWithBank,
)
from domain.settlers.production import second_settlement
from domain.settlers.state import Phase, State
from domain.settlers.wire.events import counts_json
from domain.settlers.wire.move_notation import spelled_move
from domain.wire.moves import Move


def move_facts(state: State, seat: int, moves: Sequence[Move]) -> list[JsonObject]:
    """The facts of legal moves, in their order: each one's notation, and what its kind has."""
    return [{"notation": spelled_move(state, move), **facts(state, seat, move)} for move in moves]


def facts(  # noqa: PLR0911 - one case a kind
    state: State, seat: int, move: Move
) -> JsonObject:
    """``cost`` and ``gains`` by name, as far as the move has any that are known before."""
    match move:
        case BuildSettlement(corner=corner):
            return _settlement(state, corner)
        case BuildRoad():
            is_free = state.turn.phase is Phase.FOUND_ROAD or state.turn.free_roads
            return {"cost": {} if is_free else counts_json(ROAD)}
        case BuildCity():
            return {"cost": counts_json(CITY)}
        case BuyDevelopmentCard():
            return {"cost": counts_json(DEVELOPMENT)}
        case TradeWithBank():
            rate = rates(state, seat)[PLACE[move.give]]
            return {"cost": {move.give.value: rate}, "gains": {move.get.value: 1}}
        case AnswerTrade(accept=True) | CloseTrade():
            return _trade(state, move)
        case _:
            return {}


def _settlement(state: State, corner: int) -> JsonObject:
    if state.turn.phase is not Phase.FOUND_SETTLEMENT:
        return {"cost": counts_json(SETTLEMENT)}
    if state.turn.founded < state.table.seats:
        return {"cost": {}}
    return {"cost": {}, "gains": counts_json(second_settlement(state, corner))}


def _trade(state: State, move: Move) -> JsonObject:
    """What the seat gives and gets by an acceptance, or by closing with a seat."""
    offer = state.turn.offer
    assert offer is not None
    if not isinstance(move, CloseTrade):
        return {"cost": counts_json(offer.get), "gains": counts_json(offer.give)}
    answer = offer.answers[move.seat]
    assert isinstance(answer, tuple)
    give, get = answer
    return {"cost": counts_json(give), "gains": counts_json(get)}
