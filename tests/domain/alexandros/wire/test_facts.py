"""Facts beside listed moves: each cost and gain matches the event that follows."""

from pathlib import Path
from typing import Any

import pytest

from domain.alexandros import RULESET
from domain.alexandros.cards import by_symbol
from domain.alexandros.decide import decide
from domain.alexandros.events import (
    CardChosen,
    CardTaken,
    Marched,
    ProvinceOccupied,
    ProvinceTakenOver,
    TaxesLevied,
)
from domain.alexandros.state import State
from domain.alexandros.wire.facts import move_facts
from domain.alexandros.wire.move_notation import format_move
from tests import fixtures
from tests.fixtures import moments

GAMES = fixtures.fixtures("alexandros")
LIMIT = 60


def told(event: Any) -> dict[str, Any]:
    """The facts of a move, from the event that it led to."""
    match event:
        case CardChosen() | CardTaken():
            return {"reveals": event.reveals}
        case Marched():
            black, red = len(event.black_walls), len(event.red_walls)
            return {"walls": black + red, "black": black, "red": red}
        case ProvinceOccupied():
            return conquered(event)
        case ProvinceTakenOver():
            given = sum(event.compensation or ())
            return {**conquered(event), "holder": event.loser, "compensation": given}
        case TaxesLevied():
            return {"gains": list(event.gains)}
        case _:
            return {}


def conquered(event: ProvinceOccupied | ProvinceTakenOver) -> dict[str, Any]:
    cards = {symbol.value: n for symbol, n in by_symbol(event.paid).items()}
    return {"governors": len(event.governors), "cards": cards, "yield": event.yield_}


def kinds_checked(state: State, chance: Any) -> set[str]:
    seat = state.turn.seat
    moves = RULESET.legal_moves(state, seat, LIMIT, None).moves
    facts = move_facts(state, 0, moves)
    assert len(facts) == len(moves)
    for move, fact in zip(moves, facts, strict=True):
        expected = told(decide(state, seat, move, chance))
        assert fact == {"notation": format_move(state, move), **expected}
    return {type(move).__name__ for move in moves}


@pytest.mark.parametrize("path", GAMES, ids=fixtures.name_of)
def test_the_facts_of_a_move_are_its_consequences(path: Path):
    kinds: set[str] = set()
    for game in moments(path)[::3]:
        if game.status == "live":
            kinds |= kinds_checked(game.state, game.chance)
    assert kinds


def test_the_games_check_takeovers_with_and_without_compensation():
    dues = set()
    for path in GAMES:
        for game in moments(path)[::3]:
            if game.status == "live":
                moves = RULESET.legal_moves(game.state, game.state.turn.seat, LIMIT, "take_over")
                dues |= {bool(f["compensation"]) for f in move_facts(game.state, 0, moves.moves)}
    assert dues == {True, False}
