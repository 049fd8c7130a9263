"""Neutral moves of every ruleset: legal where a seat owes one, and few."""

from typing import Any

import pytest

from domain.kernel.decider import Ruleset
from tests.domain.playing import (
    EVERY_VERSION,
    GAMES,
    chance_of,
    every_step,
    name_of,
    opening,
)

MOST = 12
MOST_TURNS = 2_000

Rules = Ruleset[Any, Any, Any]


@pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
def test_neutral_moves_are_legal_and_end_what_a_seat_owes(rules: Rules):
    for number, step in enumerate(every_step(rules)):
        for seat in rules.situation(step.before).to_act if number % 5 == 0 else ():
            assert passed_over(rules, step.before, seat) <= MOST


def passed_over(rules: Rules, state: Any, seat: int) -> int:
    """Play neutral moves until the seat owes none in this turn; their number."""
    turn, moves = rules.turn(state), 0
    while seat in rules.situation(state).to_act and rules.turn(state) == turn and moves <= MOST:
        event = rules.decide(state, seat, rules.neutral_move(state, seat), chance_of(0))
        state, moves = rules.evolve(state, event), moves + 1
    return moves


@pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
def test_somebody_owes_a_move_in_every_position_of_a_game_that_goes_on(rules: Rules):
    for step in every_step(rules):
        now = rules.situation(step.before)
        assert now.owed
        assert set(now.owed) <= set(now.to_act) <= set(now.staying)


@pytest.mark.parametrize("rules", EVERY_VERSION, ids=name_of)
def test_a_game_of_neutral_moves_alone_goes_on_to_its_end_or_for_long(rules: Rules):
    state = opening(rules, GAMES[0])
    for _ in range(MOST_TURNS):
        seats = rules.situation(state).to_act
        if not seats:
            return
        move = rules.neutral_move(state, seats[0])
        state = rules.evolve(state, rules.decide(state, seats[0], move, chance_of(0)))
