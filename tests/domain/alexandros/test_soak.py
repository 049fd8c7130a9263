"""Random games on random boards, each to its end, sound after every event: 375, and 1,000 with
those of `make faults`.

How long a game may last follows from A9 and A20. A turn is loud when it lays a wall or scores a
point. There are 75 walls, and each scoring levy adds a point or more until a seat has the target,
so at most 75 + seats · (target - 1) + 1 turns are loud; 25 rounds of quiet turns end the game, so
fewer than that lie before each loud turn and after the last one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest

from domain.alexandros import RULESET
from domain.alexandros.moves import AnyMove, March, Resign
from domain.alexandros.rules import Options
from domain.alexandros.state import State
from domain.kernel.audit import audit
from domain.wire.kinds import type_of
from tests.domain.alexandros.invariants import assert_sound
from tests.domain.alexandros.random_boards import random_board
from tests.domain.recorded_game import Recorded

GAMES, CHUNKS, FEW, AUDITED = 1000, 8, 3, 10
LISTED = 40
SURE_ENDS = {"target_score", "last_wall", "no_march", "resignation"}


@dataclass
class Wanderer:
    """Plays all seats of a game by luck, with a liking of its own for each type of move.

    A bold one likes moves that score; a lazy one takes the shortest march listed.
    """

    luck: Random
    liking: dict[str, float] = field(init=False)
    leaving: float = field(init=False)
    is_lazy: bool = field(init=False)

    def __post_init__(self) -> None:
        self.liking = {name: self.luck.random() ** 2 + 0.02 for name in RULESET.wire.moves.types}
        if self.luck.random() < 0.5:
            self.liking.update(occupy=2, levy_taxes=4, take_over=1, recall=0.01, end_turn=0.02)
        self.leaving = self.luck.choice((0.0, 0.0, 0.001, 0.01))
        self.is_lazy = self.luck.random() < 0.3

    def choose(self, state: State) -> tuple[int, AnyMove]:
        """A seat and its move."""
        if self.luck.random() < self.leaving:
            return self.luck.choice(state.staying()), Resign()
        seat = state.turn.seat
        listed = RULESET.legal_moves(state, seat, LISTED, None).moves
        if self.is_lazy and isinstance(listed[0], March):
            marches = [move for move in listed if isinstance(move, March)]
            return seat, min(marches, key=lambda march: (len(march.path), self.luck.random()))
        return seat, self._liked(listed)

    def _liked(self, listed: tuple[AnyMove, ...]) -> AnyMove:
        by_type: dict[str, list[AnyMove]] = {}
        for move in listed:
            if not isinstance(move, Resign):
                by_type.setdefault(type_of(type(move)), []).append(move)
        weights = [self.liking[name] for name in by_type]
        return self.luck.choice(self.luck.choices([*by_type.values()], weights)[0])


class Soaked(Recorded):
    """A random game with its record, from one number."""

    def __init__(self, number: int) -> None:
        luck = Random(number)
        self.wanderer = Wanderer(luck)
        board, options = RULESET.wire.boards.json(random_board(luck)), random_options(luck)
        super().__init__(
            RULESET,
            f"{number:04x}",
            luck.randint(2, 4),
            board,
            RULESET.wire.options.json(options),
            undo="off",
        )

    def positions(self) -> Iterator[tuple[State, State]]:
        """Play to the end: the positions before and after each event."""
        while self.game.outcome is None:
            before = self.game.state
            seat, move = self.wanderer.choose(before)
            self.move(seat, move)
            yield before, self.game.state


def random_options(luck: Random) -> Options:
    return Options(
        joker=luck.choice(("closest", "any")),
        compensation_rounding=luck.choice(("up", "down")),
        two_seat_compensation=luck.random() < 0.5,
        target_score=luck.choice((10, 20, 40, 100, 101, 300)),
    )


def most_turns(state: State) -> int:
    """No game has more turns than this (see above)."""
    loud = 75 + state.table.seats * (state.table.options.target_score - 1) + 1
    return (loud + 1) * state.quiet_limit


def assert_follows(before: State, after: State) -> None:
    """Nothing is unscored, unwalled, unresigned or without end."""
    assert all(old <= new for old, new in zip(before.scores, after.scores, strict=True))
    assert before.pieces.walls & ~after.pieces.walls == 0
    assert before.pieces.red_walls & ~after.pieces.red_walls == 0
    assert before.resigned <= after.resigned
    assert 0 <= after.turn.number - before.turn.number <= 1
    assert after.quiet_turns <= after.quiet_limit
    assert after.turn.number <= most_turns(after)


@pytest.mark.soak
@pytest.mark.parametrize(
    "chunk",
    [*range(FEW), *(pytest.param(rest, marks=pytest.mark.long) for rest in range(FEW, CHUNKS))],
)
def test_random_games_on_random_boards_stay_sound_and_end_a9(chunk: int):
    ends = set()
    for number in range(chunk, GAMES, CHUNKS):
        soaked = Soaked(number)
        assert_sound(soaked.game.state)
        for before, after in soaked.positions():
            assert_sound(after)
            assert_follows(before, after)
        ends.add(soaked.game.outcome and soaked.game.outcome.reason)
        if number // CHUNKS % AUDITED == 0:
            assert audit(soaked.events).reason is None
    assert SURE_ENDS <= ends <= SURE_ENDS | {"no_progress"}
