"""The number of moves in fixed positions, and of ways to go on by two of them."""

from functools import cache
from itertools import groupby

import pytest

from domain.settlers.moves import AnyMove
from domain.settlers.state import State
from tests import fixtures
from tests.domain.settlers.given import CHANCE
from tests.domain.settlers.newest import RULESET
from tests.domain.settlers.random_games import kind_of, listed
from tests.domain.settlers.slow_legal import FREE, legal_moves
from tests.fixtures import moments

Turn = tuple[int, AnyMove]

# Of finished games, by the version of the event they follow: moves of all seats that are to act,
# then sequences of two, leaving and the free choices of trade and discards left out. The counts
# are our own, as there is no other source; the slow rules must find the same.
COUNTS = (
    ("first-island-four", 19, "found_settlement", 30, 74),
    ("first-island-three", 270, "robber", 20, 120),
    ("first-island-two", 70, "play", 12, 32),
    ("first-island-two", 156, "play", 32, 675),
    ("isle-four", 192, "play", 7, 42),
    ("isle-four", 254, "roll", 21, 42),
    ("standard-four-bots", 14, "found_road", 3, 108),
    ("standard-four-bots", 17, "found_settlement", 32, 80),
    ("standard-four-bots", 83, "play", 14, 14),
    ("standard-four-bots", 194, "roll", 25, 49),
    ("standard-four-fair", 6, "found_road", 3, 150),
    ("standard-four-fair", 202, "play", 9, 19),
    ("standard-four-greedy", 295, "play", 27, 216),
    ("standard-four-greedy", 383, "roll", 26, 55),
    ("standard-four-greedy", 384, "play", 30, 330),
    ("standard-four-random", 467, "play", 10, 83),
    ("standard-four-random", 1071, "play", 27, 219),
    ("standard-four-random", 1109, "robber", 21, 31),
    ("standard-leaving", 5, "found_settlement", 54, 144),
    ("standard-leaving", 6, "found_road", 3, 150),
    ("standard-leaving", 125, "play", 14, 106),
    ("standard-leaving", 168, "robber", 18, 288),
    ("standard-rueful", 213, "robber", 19, 152),
    ("standard-three-fair", 492, "play", 34, 654),
    ("standard-three-greedy", 232, "robber", 19, 95),
    ("standard-three-random", 94, "play", 12, 48),
    ("standard-three-random", 437, "roll", 6, 21),
    ("standard-two-greedy", 5, "found_settlement", 50, 132),
    ("standard-two-greedy", 259, "play", 31, 527),
    ("standard-two-greedy", 295, "roll", 34, 76),
)
GAMES = [(name, [*rows]) for name, rows in groupby(COUNTS, key=lambda row: row[0])]


@cache
def positions(name: str) -> dict[int, State]:
    """The positions of a finished game by version."""
    games = moments(fixtures.FOLDER / "settlers" / f"{name}.json.gz")
    return {game.version: game.state for game in games if game.timeline is not None}


def counted(state: State) -> list[Turn]:
    """The moves that are counted, by seat."""
    seats = RULESET.situation(state).to_act
    return [(seat, move) for seat in seats for move in listed(state, seat) if is_counted(move)]


def is_counted(move: AnyMove) -> bool:
    return kind_of(move) not in (*FREE, "resign")


def count(state: State, depth: int) -> int:
    """The sequences of so many moves."""
    moves = counted(state)
    return len(moves) if depth == 1 else sum(count(after(state, move), depth - 1) for move in moves)


def slow_count(state: State, depth: int) -> int:
    """The same, each position's moves found by the slow rules."""
    if depth == 1:
        seats = RULESET.situation(state).to_act
        return sum(len(legal_moves(state, seat)) - 1 for seat in seats)
    return sum(slow_count(after(state, move), depth - 1) for move in counted(state))


def after(state: State, made: Turn) -> State:
    return RULESET.evolve(state, RULESET.decide(state, *made, CHANCE))


def test_thirty_positions_are_counted_of_every_phase_that_has_a_choice():
    assert len({row[:2] for row in COUNTS}) == 30
    phases = {row[2] for row in COUNTS}
    assert phases == {"found_settlement", "found_road", "roll", "robber", "play"}


@pytest.mark.parametrize(("name", "rows"), GAMES, ids=[name for name, _ in GAMES])
def test_the_counts_of_fixed_positions_stay_self_made(name: str, rows):
    for _, version, phase, *counts in rows:
        state = positions(name)[version]
        assert state.turn.phase == phase
        assert [count(state, 1), count(state, 2)] == counts, version


@pytest.mark.parametrize(("name", "rows"), GAMES, ids=[name for name, _ in GAMES])
def test_the_slow_rules_count_the_same(name: str, rows):
    for _, version, _, *counts in rows:
        state = positions(name)[version]
        assert slow_count(state, 1) == counts[0], version
        assert slow_count(state, 2) == counts[1], version
