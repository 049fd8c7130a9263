"""Random games of settlers: invariants at every step of any play."""

import pytest

from domain.settlers.decide import SCORING, decide
from domain.settlers.legal import legal_moves
from domain.settlers.moves import Resign
from domain.settlers.state import points
from domain.settlers.turns import to_act
from tests.domain.settlers.given import CHANCE, begun
from tests.domain.settlers.invariants import assert_sound
from tests.domain.settlers.random_games import random_game, steps

GAMES = range(12)


@pytest.mark.parametrize("number", GAMES)
def test_every_position_is_sound(number: int):
    for _, _, _, after in random_game(number, seats=2 + number % 3):
        assert_sound(after)


def test_a_game_ends_when_its_seat_on_turn_has_the_points():
    for number in GAMES:
        *_, (before, seat, _, after) = random_game(number)
        result = after.standing.result
        assert result.reason == "target_points"
        assert result.winners == (after.turn.seat,)
        assert points(after, after.turn.seat) >= 10
        assert points(before, seat) < 10 or seat != after.turn.seat


def test_a_game_goes_on_only_while_the_seat_on_turn_lacks_points():
    for number in GAMES:
        for before, _, _, after in random_game(number):
            if after.standing.result is None and before.turn.founded == 8:
                assert points(after, after.turn.seat) < 10


def test_no_event_brings_its_seat_more_points_than_is_stated():
    for number in GAMES:
        for step in steps(number):
            seat = step.before.turn.seat
            gained = points(step.after, seat) - points(step.before, seat)
            assert gained <= SCORING.get(type(step.event), 0)


def test_every_listed_move_is_accepted():
    for state, _, _, _ in random_game(7):
        for seat in range(4):
            for move in legal_moves(state, seat, 2000).moves:
                decide(state, seat, move, CHANCE)


def test_a_seat_not_to_act_can_only_resign():
    for state, _, _, _ in random_game(8):
        for seat in set(range(4)) - set(to_act(state)):
            assert legal_moves(state, seat, 2000).moves == (Resign(),)


def test_a_list_that_is_cut_says_so():
    found = legal_moves(begun(), 0, 10)
    assert (len(found.moves), found.complete) == (10, False)
