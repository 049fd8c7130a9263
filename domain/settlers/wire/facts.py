"""The costs and gains listed beside each move, so that no client computes them again."""

from collections.abc import Sequence

from domain.record.visibility import JsonObject
from domain.settlers import phases
from domain.settlers.decide_dice import second_settlement
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
from domain.settlers.state import State
from domain.settlers.wire.events import counts_json
from domain.settlers.wire.move_notation import format_move
from domain.wire.moves import Move


def move_facts(state: State, seat: int, moves: Sequence[Move]) -> list[JsonObject]:
    """Return the facts of legal moves, in order: the notation, and those of the move's type."""
    return [{"notation": format_move(state, move), **facts(state, seat, move)} for move in moves]


def facts(  # noqa: PLR0911 - one case a kind
    state: State, seat: int, move: Move
) -> JsonObject:
    """Return ``cost`` and ``gains`` by name, as far as they are known before the move."""
    edition = state.table.edition
    match move:
        case BuildSettlement(corner=corner):
            return _settlement(state, corner)
        case BuildRoad():
            # The same condition as in `decide`, so that the price shown is the price paid.
            is_free = state.turn.phase is phases.FOUND_ROAD or state.turn.free_roads
            return {"cost": {} if is_free else counts_json(edition, edition.road)}
        case BuildCity():
            return {"cost": counts_json(edition, edition.city)}
        case BuyDevelopmentCard():
            return {"cost": counts_json(edition, edition.development)}
        case TradeWithBank():
            rate = rates(state, seat)[edition.index[move.give]]
            return {"cost": {move.give.value: rate}, "gains": {move.get.value: 1}}
        case AnswerTrade(accept=True) | CloseTrade():
            return _trade(state, move)
        case _:
            return {}


def _settlement(state: State, corner: int) -> JsonObject:
    edition = state.table.edition
    if state.turn.phase is not phases.FOUND_SETTLEMENT:
        return {"cost": counts_json(edition, edition.settlement)}
    # S4: only the second settlement is paid.
    if state.turn.founded < state.table.seats:
        return {"cost": {}}
    return {"cost": {}, "gains": counts_json(edition, second_settlement(state, corner))}


def _trade(state: State, move: Move) -> JsonObject:
    """Return the seat's gains and losses by accepting, or by closing with another."""
    offer, edition = state.turn.offer, state.table.edition
    assert offer is not None
    # An acceptance: the answering seat gives the goods that are asked for.
    give, get = offer.get, offer.give
    if isinstance(move, CloseTrade):
        answer = offer.answers[move.seat]
        assert isinstance(answer, tuple)
        give, get = answer
    return {"cost": counts_json(edition, give), "gains": counts_json(edition, get)}
