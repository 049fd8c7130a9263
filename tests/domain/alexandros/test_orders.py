"""The standing order of Alexandros: moves without a choice are made, spent turns end."""

import pytest

from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import EndTurn, Resign
from domain.alexandros.ruleset import RULESET
from domain.kernel.standing import Book, Standing
from tests.domain.playing import every_step


def book(seat: int) -> Book:
    return (Standing(seat, RULESET.orders.codec.read("move_on", {}), "game", 1),)


@pytest.fixture(scope="module")
def positions():
    return [(step.before, step.seat) for step in every_step(RULESET)]


def test_exactly_the_moves_without_a_choice_are_made(positions):
    made = []
    for state, seat in positions:
        moves = [m for m in legal_moves(state, seat, 9).moves if not isinstance(m, Resign)]
        answer = RULESET.orders.answer(state, seat, book(seat))
        assert (answer and answer.move) == (moves[0] if len(moves) == 1 else None)
        made.append(answer and answer.move)
    assert EndTurn() in made


def test_nothing_is_moved_without_the_order_or_out_of_turn(positions):
    state, seat = positions[0]
    other = (seat + 1) % state.table.seats
    assert RULESET.orders.answer(state, seat, book(other)) is None
    assert RULESET.orders.answer(state, other, book(other)) is None
