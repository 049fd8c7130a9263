"""Facts beside listed moves: each cost and gain matches the event that follows."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

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
from domain.alexandros.evolve import evolve
from domain.alexandros.state import Pieces, State, Table
from domain.alexandros.wire.facts import MOST_SPACES, move_facts
from domain.alexandros.wire.move_notation import format_move
from tests import fixtures
from tests.domain.alexandros.given import at, display, given, hand, with_walls_left
from tests.domain.alexandros.maps import AT_START, IN_THE_MIDDLE, edited
from tests.fixtures import moments

NO_HORSE = edited(IN_THE_MIDDLE, ("H   .   L", "H1  .   L"), (".   H   .   .", ".   H2  .   ."))
GAMES = fixtures.fixtures("alexandros")
LIMIT = 60


def told(state: State, event: Any) -> dict[str, Any]:
    """The facts of a move, from the event that it led to."""
    match event:
        case CardChosen() | CardTaken():
            spaces = {"spaces": led_to(state, event)} if isinstance(event, CardChosen) else {}
            return {"reveals": event.reveals, **spaces}
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


def led_to(state: State, event: CardChosen) -> list[list[int]]:
    """The spaces of the marches that the chosen card makes legal."""
    marching = evolve(state, event)
    moves = RULESET.legal_moves(marching, marching.turn.seat, LIMIT * LIMIT, "march").moves
    return [list(space) for space in sorted({move.space for move in moves})]


def conquered(event: ProvinceOccupied | ProvinceTakenOver) -> dict[str, Any]:
    cards = {symbol.value: n for symbol, n in by_symbol(event.paid).items()}
    return {"governors": len(event.governors), "cards": cards, "yield": event.yield_}


def kinds_checked(state: State, chance: Any) -> set[str]:
    seat = state.turn.seat
    moves = RULESET.legal_moves(state, seat, LIMIT, None).moves
    facts = move_facts(state, 0, moves)
    assert len(facts) == len(moves)
    for move, fact in zip(moves, facts, strict=True):
        expected = told(state, decide(state, seat, move, chance))
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


def spaces(scene: Any, move: Any) -> list[tuple[int, int]]:
    """The spaces that a listed choice of a card leads to."""
    moves = scene.legal("choose_card")
    facts = dict(zip(moves, move_facts(scene.state, 0, moves), strict=True))[move]
    return [tuple(space) for space in facts["spaces"]]


def test_a_card_leads_to_the_closest_free_spaces_of_its_symbol_a4():
    scene = given(IN_THE_MIDDLE, phase="choose_card", shown="LH", hands=("T",))
    assert spaces(scene, display(0)) == [(0, 8), (2, 5)]
    assert spaces(scene, display(1)) == [(0, 6)]
    assert spaces(scene, hand("temple")) == [(1, 3)]


def test_each_symbol_that_a_joker_may_name_has_its_own_spaces_a6():
    scene = given(NO_HORSE, phase="choose_card", shown="HL")
    assert spaces(scene, display(0, "temple")) == [(1, 3)]
    assert spaces(scene, display(0, "lyre")) == [(0, 8), (2, 5)]


def test_with_the_option_any_a_joker_leads_to_every_free_space_of_its_symbol_a6():
    scene = given(NO_HORSE, phase="choose_card", shown="HL", options={"joker": "any"})
    assert spaces(scene, display(0, "temple")) == [(0, 1), (1, 3)]
    assert spaces(scene, display(1)) == [(0, 8), (2, 5)]


def test_a_card_leads_past_spaces_that_the_walls_cannot_pay_for_a8():
    walled = edited(AT_START, ("@       +       +       +", "@-------+-------+-------+"))
    scene = with_walls_left(given(walled, phase="choose_card", shown="HT"), black=0, red=0)
    assert spaces(scene, display(0)) == [(0, 6)]


def test_the_spaces_of_a_card_are_the_first_hundred_of_the_largest_board():
    rows = [" " * r + "T" * 40 for r in range(10)]
    rows[9] = rows[9][:-5] + ".AHLS"
    board = RULESET.wire.boards.read({"rows": rows, "start": [0, 0]})
    scene = given(AT_START, phase="choose_card", shown="HT", options={"joker": "any"})
    # The horse is barred by a governor, so that its card is a joker, which may name any temple.
    horse = board.topology.space_index[9, 9 + 37]
    pieces = Pieces(0, None, 0, 0, ((horse,), (), ()))
    table = Table(board, scene.state.table.options, 3)
    far = at(structs.replace(scene.state, table=table, pieces=pieces))
    found = spaces(far, display(0, "temple"))
    assert len(found) == MOST_SPACES == 100
    assert found[0] == (0, 0)
    assert found[-1] == (2, 2 + 19)
