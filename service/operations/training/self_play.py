"""Games from which the planner learns: bots of mixed strengths, and their knowledge in them."""

import hashlib
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from domain.kernel.game import viewer_of
from domain.kernel.rulesets import ruleset_named
from domain.planning.arrays import Array, Features
from domain.planning.fitting import Examples
from domain.planning.levels import Level
from domain.planning.network import Network
from domain.planning.planner import Knowledge, ledger, plan, planned_game
from domain.planning.weights import parse
from domain.record.chance import Chance
from domain.record.record import Event
from domain.record.visibility import JsonObject
from projections.redact import redact
from service.clients import bot_named
from service.game.unstored_games import dealt_game
from service.operations.arena.matches import MOST_EVENTS, after_move, next_seat, seen
from service.operations.training.kept_games import PlayedMove

COMMON_SEATS = {"alexandros": 2, "settlers": 4, "alexander_the_great": 3}
"""The number of seats of three games in five; the others are spread over all numbers."""
COMMON = 0.6
SLIPS = (0.0, 0.0, 0.03, 0.1, 0.25)
"""How often a bot makes a move by lot in place of its choice; each seat draws one of these."""
THINKER = Level(40, blur=0.01)
"""The planner in games that it plays itself: fast, and not always alike."""
THINKERS = {"settlers": Level(40, margin=0.02)}
"""The planner where its search alone plays worse than greedy, and such games teach little."""
KEPT = 0.25
"""The share of positions that become examples, besides the end of each turn."""
LISTED = 400
TINY = 1e-6
"""The least share of a seat in the rest that a search leaves to others."""
TURNS = 10
"""The turns of a seat that count as 1 in an example."""


class Lesson(NamedTuple):
    """The terms of one game: its luck, and the weights of planners among its bots, if any.

    ``moves`` are those of the game if it was played before; then nobody has to think.
    """

    ruleset: str
    luck: str
    weights: bytes | None
    moves: Sequence[PlayedMove] = ()


class Lessons(NamedTuple):
    """A game and its examples; ``parts`` says how far in the game each one was, 0 to 1."""

    moves: Sequence[PlayedMove]
    seats: int
    examples: Examples
    parts: Any


def played(lesson: Lesson) -> Lessons | None:
    """Play a game, and return its examples; None if nobody won. Equal lessons give equal games."""
    luck = random.Random(f"anabasis train\n{lesson.luck}")
    table = _Table(lesson, luck)
    while table.game.status == "live" and table.game.version < MOST_EVENTS:
        table.move()
    return table.lessons()


class _Table:
    """A game under way, with the events as each seat was shown them."""

    def __init__(self, lesson: Lesson, luck: random.Random) -> None:
        self._lesson, self._luck = lesson, luck
        rules = ruleset_named(lesson.ruleset)
        common = COMMON_SEATS[lesson.ruleset]
        seats = common if luck.random() < COMMON else luck.choice(rules.seat_counts)
        bots = ["greedy"] * seats
        secret = hashlib.sha256(f"anabasis train\n{lesson.luck}".encode()).digest()
        board = rules.wire.boards.ids[0]
        self.game, event = dealt_game(lesson.ruleset, board, bots, secret)
        self._greedy = bot_named(lesson.ruleset, "greedy")
        self._slips = [luck.choice(SLIPS) for _ in range(seats)]
        # In half of the seats, but in one at least.
        thinks = [luck.random() < 0.5 for _ in range(seats)]
        self._thinks = thinks if any(thinks) else [True] * seats
        self._planned = planned_game(lesson.ruleset)
        self._ledgers = [ledger(lesson.ruleset, seats, seat) for seat in range(seats)]
        # Their own luck, so that a game that is replayed gives the same examples.
        self._noting = random.Random(f"anabasis train\nnotes\n{lesson.luck}")
        self._notes, self._moves = list[_Note](), list[PlayedMove]()
        self._tell(event)

    def move(self) -> None:
        """Make a move, and note some of the positions before and after it."""
        seat = next_seat(self.game)
        before = self.game.facts.on_turn
        played = self._choice(seat)
        self._moves.append(played)
        if played.expected is not None:
            self._expect(seat, played.expected)
        move = self.game.ruleset.wire.moves.read(played.move)
        self.game, event = after_move(self.game, seat, move)
        self._tell(event)
        if self.game.status != "live":
            return
        has_passed = before is not None and self.game.facts.on_turn != before
        if has_passed:
            self._note(before or 0)
        elif self._noting.random() < KEPT:
            self._note(self.game.facts.on_turn or 0)

    def _choice(self, seat: int) -> PlayedMove:
        """Return a seat's move."""
        codec, luck = self.game.ruleset.wire.moves, self._luck
        if len(self._moves) < len(self._lesson.moves):
            return self._lesson.moves[len(self._moves)]
        listed = self.game.ruleset.legal_moves(self.game.state, seat, LISTED, None).moves
        able = listed[:-1] or listed  # the last one resigns
        if len(able) == 1 or luck.random() < self._slips[seat]:
            return PlayedMove(codec.json(luck.choice(able)))
        view = seen(self.game, seat)
        if self._lesson.weights is not None and self._thinks[seat]:
            return self._planned_move(seat, view, able)
        return PlayedMove(self._greedy(view, [codec.json(move) for move in able], luck))

    def _planned_move(self, seat: int, view: JsonObject, able: Sequence[Any]) -> PlayedMove:
        assert self._lesson.weights is not None
        network = _network(self._lesson.weights)
        knowledge = Knowledge(view, self._ledgers[seat].beliefs)
        level, policy = THINKERS.get(self._lesson.ruleset, THINKER), None
        if level.margin is not None:
            codec = self.game.ruleset.wire.moves
            policy = self._greedy(view, [codec.json(move) for move in able], self._luck)
        planned = plan(knowledge, seat, level, self._lesson.luck, network=network, policy=policy)
        return PlayedMove(planned.move, min(1.0, planned.chance))

    def _tell(self, event: Event) -> None:
        for seat, each in enumerate(self._ledgers):
            shown = redact(self.game, event, viewer_of(self.game, seat))
            each.read([msgspec.to_builtins(shown)])

    def _note(self, seat: int, expected: float | None = None) -> None:
        """Note the position as a seat knows it, by its view and the events alone."""
        view = seen(self.game, seat)
        chance = Chance(bytes(32))
        position = self._planned.position(view, self._ledgers[seat].beliefs, chance)
        self._notes.append(_Note(position, self.game.version, view["turn"], seat, expected))

    def _expect(self, seat: int, expected: float) -> None:
        """Note the chance that a search expected, in the position's note if this seat made it."""
        last = self._notes[-1] if self._notes else None
        if last is None or last.version != self.game.version:
            if self._noting.random() < KEPT:
                self._note(seat, expected)
        elif last.seat == seat:
            self._notes[-1] = last._replace(expected=expected)

    def lessons(self) -> Lessons | None:
        """Return the examples, once the game is over."""
        outcome = self.game.outcome
        if outcome is None or not self._notes:
            return None
        positions = [each.position for each in self._notes]
        seats, number = len(outcome.scores), len(positions)
        features = self._planned.features(positions)
        wins = np.zeros(seats)
        wins[list(outcome.winners)] = 1 / len(outcome.winners)
        last = self.game.ruleset.turn(self.game.state)
        turns = np.array([each.turn for each in self._notes], dtype=float)
        points = np.array(outcome.scores) / self._planned.target(positions[0])
        results = np.tile(wins, (number, 1)).astype(np.float32)
        examples = Examples(
            Features(features.seats.astype(np.float32), features.game.astype(np.float32)),
            results,
            self._expected(features, results),
            np.tile(points, (number, 1)).astype(np.float32),
            ((last - turns) / (TURNS * seats)).astype(np.float32),
        )
        return Lessons(self._moves, seats, examples, turns / last)

    def _expected(self, features: Features, results: Array) -> Array:
        """Return the chances that searches expected, else the results: [position, seat]."""
        expected = results.copy()
        rows = [n for n, each in enumerate(self._notes) if each.expected is not None]
        if not rows:
            return expected
        assert self._lesson.weights is not None
        part = Features(features.seats[rows], features.game[rows])
        for row, chances in zip(rows, _network(self._lesson.weights).chances(part), strict=True):
            note = self._notes[row]
            assert note.expected is not None
            # A search judges its own seat; the others share the rest in the network's proportions.
            shares = chances + TINY
            shares[note.seat] = 0
            expected[row] = shares / shares.sum() * (1 - note.expected)
            expected[row, note.seat] = note.expected
        return expected


class _Note(NamedTuple):
    """A position as a seat knows it, and the win chance that it expected if it thought ahead."""

    position: Any
    version: int
    turn: int
    seat: int
    expected: float | None


@lru_cache(2)
def _network(weights: bytes) -> Network:
    return parse(weights).network


def joined(lessons: Sequence[Lessons]) -> list[Examples]:
    """Return the examples of games, one group a number of seats, in the order of the games."""
    numbers = sorted({each.seats for each in lessons})
    return [_concatenated([each.examples for each in lessons if each.seats == n]) for n in numbers]


def _concatenated(examples: Sequence[Examples]) -> Examples:
    features = Features(
        np.concatenate([each.features.seats for each in examples]),
        np.concatenate([each.features.game for each in examples]),
    )
    _, *others = zip(*examples, strict=True)
    return Examples(features, *map(np.concatenate, others))
