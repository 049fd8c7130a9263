"""The lists of legal moves: counts for fixed positions, and the same found the slow way."""

from functools import cache

import pytest

from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import Pay
from domain.alexander_the_great.state import Occasion, Phase, State
from domain.alexander_the_great.turns import to_act
from domain.settlers.moves import AnswerTrade, Discard, OfferTrade
from tests import fixtures
from tests.domain.alexander_the_great.given import begun, to_pay, with_hands, with_knights
from tests.domain.alexander_the_great.random_games import random_game
from tests.domain.alexander_the_great.slow_legal import accepted, is_accepted, payable
from tests.fixtures import moments

FREE = (Pay, Discard, OfferTrade, AnswerTrade)


# Counted by these rules themselves when they were new: they show that something has changed.
COUNTS = (
    ("campaign-four-choice", 35, "bid", (1, 1, 17, 1)),
    ("campaign-four-choice", 275, "bid", (1, 4, 1, 1)),
    ("campaign-four-choice", 470, "advisor", (3, 1, 1, 1)),
    ("campaign-four-choice", 671, "play", (69, 1, 1, 1)),
    ("campaign-four-german", 41, "roll", (2, 1, 1, 1)),
    ("campaign-four-german", 197, "pay", (1, 1, 1, 2)),
    ("campaign-four-german", 407, "roll", (1, 1, 1, 60)),
    ("campaign-four-german", 546, "play", (2, 2, 3, 2)),
    ("campaign-four-german", 620, "robber", (1, 1, 1, 59)),
    ("campaign-four", 300, "pay", (1, 1, 1, 3)),
    ("campaign-four", 591, "robber", (56, 1, 1, 1)),
    ("mirror-four", 190, "march", (1, 1, 2, 1)),
)


@cache
def positions(name: str) -> dict[int, State]:
    """The positions of a finished game by version."""
    games = moments(fixtures.FOLDER / "alexander_the_great" / f"{name}.json.gz")
    return {game.version: game.state for game in games if game.timeline is not None}


def listed(state: State, seat: int) -> tuple:
    return legal_moves(state, seat, 5000).moves


def unfree(moves: tuple) -> set[str]:
    return {str(move) for move in moves if not isinstance(move, FREE)}


@pytest.mark.parametrize(("name", "version", "phase", "counts"), COUNTS)
def test_the_counts_of_fixed_positions_stay(name: str, version: int, phase: str, counts):
    state = positions(name)[version]
    assert state.phase == phase
    assert tuple(len(listed(state, seat)) for seat in range(4)) == counts


@pytest.mark.parametrize(("name", "version", "phase", "counts"), COUNTS)
def test_the_listed_moves_are_all_that_is_accepted(name: str, version: int, phase, counts):
    state = positions(name)[version]
    for seat in range(4):
        assert unfree(listed(state, seat)) == accepted(state, seat)


@pytest.mark.parametrize("number", [1, 2])
def test_the_listed_moves_are_all_that_is_accepted_in_a_random_game(number: int):
    for step, (state, *_) in enumerate(random_game(number)):
        seat = step % 4
        if step % 9 == 0 or state.phase in (Phase.PAY, Phase.ADVISOR):
            assert unfree(listed(state, seat)) == accepted(state, seat)


def test_free_choices_are_listed_with_a_default_wherever_they_are_due():
    """G10, G15"""
    for state, *_ in random_game(3):
        kinds = {type(move) for seat in to_act(state) for move in listed(state, seat)}
        assert (Pay in kinds) == (state.phase is Phase.PAY)
        assert (Discard in kinds) == (state.phase is Phase.DISCARD)


def test_a_payment_is_accepted_exactly_when_its_value_reaches_the_bid_without_waste():
    """G15"""
    state = with_hands(to_pay(begun(), Occasion.BATTLE, 7), (1, 0, 3, 1, 2, 3))
    state = with_knights(state, 3, 0, 0, 0)
    found = [move for move in payable(state, 0) if is_accepted(state, 0, move)]
    for move in found:
        cards = sum(move.cards.values())
        assert not {"brick", "lumber", "grain"} & set(move.cards)
        assert cards + 3 * move.knights >= 7
        assert cards == max(0, 7 - 3 * move.knights)
        assert 3 * (move.knights - 1) < 7
    assert len(found) == 3 + 10 + 3 + 1
    assert {str(move) for move in listed(state, 0)[:-1]} <= {str(move) for move in found}
