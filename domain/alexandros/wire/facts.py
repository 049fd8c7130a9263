"""The costs and gains listed beside each move, so that no client computes them again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from msgspec import UNSET

from domain.alexandros.board import SYMBOLS
from domain.alexandros.cards import NO_CARDS, from_list, plus
from domain.alexandros.decide_provinces import compensation_due, removal, site
from domain.alexandros.moves import (
    AnyMove,
    ChooseDisplayCard,
    ChooseHandCard,
    LevyTaxes,
    March,
    Occupy,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.alexandros.places import gains, targets_of
from domain.alexandros.state import Marching, State
from domain.alexandros.turns import can_draw
from domain.alexandros.wire.move_notation import format_move
from domain.grids.triangular import Point, Space
from domain.record.visibility import JsonObject

NAMES = tuple(symbol.value for symbol in SYMBOLS)
MOST_SPACES = 100
"""A card's spaces are listed up to this number: a board may have 400, all of one symbol."""


def move_facts(state: State, _seat: int, moves: Sequence[AnyMove]) -> list[JsonObject]:
    """Return the facts of legal moves, in order: the notation, and those of the move's type."""
    # These caches serve this call only, so they need not have the position in their keys.
    lookup = _Lookup(
        cache(partial(_wall_laid, state)),
        cache(partial(_prize, state)),
        cache(partial(_spaces, state)),
    )
    return [{"notation": format_move(state, move), **_facts(state, move, lookup)} for move in moves]


@dataclass(frozen=True, slots=True)
class _Prize:
    """A province to win: its yield, its holder, and its cost.

    ``symbols`` has the index of each symbol space's symbol. ``cards`` is the cost if no governor is
    placed, including the cards for the holder's governors.
    """

    yields: int
    holder: int | None
    symbols: dict[Space, int]
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Lookup:
    wall_laid: Callable[[Point, Point], bool]
    prize: Callable[[Space], _Prize]
    spaces: Callable[[Marching], list[list[int]]]


def _facts(state: State, move: AnyMove, lookup: _Lookup) -> JsonObject:
    match move:
        case March(path=path):
            return _march(state, sum(map(lookup.wall_laid, path, path[1:])))
        case Occupy() | TakeOver():
            return _conquest(state, move, lookup.prize(move.province))
        case ChooseDisplayCard() | ChooseHandCard():
            # A hand card turns nothing up; the slot of a display card is refilled at once (A1).
            is_refilled = isinstance(move, ChooseDisplayCard) and can_draw(state.cards)
            return {"reveals": is_refilled, "spaces": lookup.spaces(_marching(state, move))}
        case TakeSupplyCard() | TakeDisplayCard():
            # The slot of a display card stays empty until the turn ends (A10).
            return {"reveals": isinstance(move, TakeSupplyCard) and can_draw(state.cards)}
        case LevyTaxes():
            return {"gains": list(gains(state.table.board, state.pieces))}
        case _:
            return {}


def _marching(state: State, move: ChooseDisplayCard | ChooseHandCard) -> Marching:
    """Return the march that a card begins (A1, A6)."""
    if isinstance(move, ChooseHandCard):
        return Marching(move.card, joker=False)
    card = state.cards.display[move.slot]
    assert card is not None
    return Marching(card, joker=False) if move.joker is UNSET else Marching(move.joker, joker=True)


def _spaces(state: State, marching: Marching) -> list[list[int]]:
    """Return the spaces that Alexander may march to (A4, A6, A8), sorted and bounded."""
    spaces = state.table.board.topology.spaces
    found = sorted(spaces[target.space] for target in targets_of(state, marching))
    return [list(space) for space in found[:MOST_SPACES]]


def _march(state: State, laid: int) -> JsonObject:
    """Return the walls that a path lays (A5), black ones before red ones (A7)."""
    black = min(laid, state.pieces.black_left)
    return {"walls": laid, "black": black, "red": laid - black}


def _wall_laid(state: State, one: Point, other: Point) -> bool:
    """True if a step of a path lays a wall (A5)."""
    side = state.table.board.topology.side_index[min(one, other), max(one, other)]
    return not state.pieces.walls >> side & 1


def _conquest(state: State, move: Occupy | TakeOver, prize: _Prize) -> JsonObject:
    """Return governors placed, cards played (A13, A14), the yield, and the compensation (A15)."""
    # Start from the whole cost: each governor stands in for the card of its space (A13).
    paid = list(prize.cards)
    for space in move.governors:
        paid[prize.symbols[space]] -= 1
    facts: JsonObject = {
        "governors": len(move.governors),
        "cards": {name: n for name, n in zip(NAMES, paid, strict=True) if n},
        "yield": prize.yields,
    }
    if prize.holder is not None:
        due = compensation_due(state, from_list(paid))
        facts |= {"holder": prize.holder, "compensation": due}
    return facts


def _prize(state: State, named: Space) -> _Prize:
    topology = state.table.board.topology
    target = site(state, topology.space_index[named])
    province, holding = target.province, target.holding
    toll = removal(state, holding) if holding else NO_CARDS
    return _Prize(
        province.yields,
        holding.seat if holding else None,
        {
            topology.spaces[space]: index
            for index, spaces in enumerate(province.symbol_spaces)
            for space in spaces
        },
        plus(toll, from_list(map(len, province.symbol_spaces))),
    )
