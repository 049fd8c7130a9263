"""Random games of the scenario: invariants at every step of any play."""

import random

import pytest

from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.evolve import evolve
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.state import Phase
from domain.alexander_the_great.turns import to_act
from domain.record.chance import Chance
from domain.settlers.moves import Resign
from tests.domain.alexander_the_great.given import CHANCE, begun
from tests.domain.alexander_the_great.invariants import assert_sound
from tests.domain.alexander_the_great.random_games import drawn_move, random_game

GAMES = range(16)


def options(number: int) -> dict[str, object]:
    return {
        "overbidding": ("capped", "penalty")[number % 2],
        "starting_gold": (8, 0)[number // 2 % 2],
    }


@pytest.mark.parametrize("number", GAMES)
def test_everything_is_conserved_and_every_point_accounted_for(number: int):
    seats = 3 + number // 4 % 2
    assert_sound(begun(seats))
    for *_, after in random_game(number, seats, **options(number)):
        assert_sound(after)


@pytest.mark.parametrize("number", GAMES)
def test_every_game_ends_at_persepolis_or_with_the_points_that_win(number: int):
    """G25, G26"""
    *_, (_, _, _, event, after) = random_game(number, **options(number))
    result = after.base.standing.result
    assert event.result == result
    assert result.scores == tuple(after.journey.points(after.base, seat) for seat in range(4))
    if result.reason == "target_points":
        assert result.winners == (after.base.turn.seat,)
        assert result.scores[after.base.turn.seat] >= 14
    else:
        assert result.reason == "persepolis"
        assert max(result.scores) == result.scores[result.winners[0]]
    assert (after.phase, to_act(after), after.journey.auction) == (Phase.OVER, (), None)


@pytest.mark.parametrize("number", [3, 6])
def test_every_listed_move_is_accepted(number: int):
    for state, *_ in random_game(number, **options(number)):
        for seat in range(4):
            for move in legal_moves(state, seat, 2000).moves:
                decide(state, seat, move, CHANCE)


def test_a_seat_not_to_act_can_only_resign():
    for state, *_ in random_game(8):
        for seat in set(range(4)) - set(to_act(state)):
            assert legal_moves(state, seat, 2000).moves == (Resign(),)


@pytest.mark.parametrize("number", range(30))
def test_the_game_goes_on_and_ends_whenever_a_seat_leaves(number: int):
    """No stall in an auction, a payment or a choice among advisors."""
    luck, chance = random.Random(number), Chance(number.to_bytes(32, "big"))
    state = begun(3 + number % 2, chance, **options(number))
    steps = 0
    while state.phase is not Phase.OVER:
        steps += 1
        seat = luck.choice(to_act(state))
        leaves = luck.random() < 0.01
        move = Resign() if leaves else drawn_move(luck, state, seat)
        seat = luck.choice(state.base.staying()) if leaves else seat
        state = evolve(state, decide(state, seat, move, chance))
        assert_sound(state)
        assert set(to_act(state)) <= set(state.base.staying())
        assert bool(to_act(state)) == (state.phase is not Phase.OVER)
    assert steps < 5000


def test_a_list_that_is_cut_says_so():
    state = begun()
    state = evolve(state, decide(state, 0, legal_moves(state, 0, 9).moves[0], CHANCE))
    found = legal_moves(state, 0, 2)
    assert (len(found.moves), found.complete) == (2, False)
