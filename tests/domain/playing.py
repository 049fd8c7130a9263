"""Games of any ruleset, played by luck from its lists of legal moves."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from domain.kernel.decider import Ruleset
from domain.kernel.rulesets import versions
from domain.record.chance import Chance
from domain.record.setup import Setup

EVERY_MOVE = 5000
MOST_STEPS = 500
GAMES = (0, 1, 3, 5)
SELDOM = {"resign": 0.0003, "end_turn": 0.1}
EVERY_VERSION = [ruleset for known in versions().values() for ruleset in known]


@dataclass(frozen=True)
class Step:
    """A move of a game: position, seat, move, event and the position after it."""

    before: Any
    seat: int
    move: Any
    event: Any
    after: Any


def name_of(ruleset: Ruleset[Any, Any, Any]) -> str:
    """The ruleset and its version, for the tests' report."""
    return f"{ruleset.id}-{ruleset.rules_version}"


def chance_of(number: int) -> Chance:
    return Chance(number.to_bytes(32, "big"))


def setup_of(ruleset: Ruleset[Any, Any, Any], number: int = 0) -> Setup:
    """A set-up on the first board, by the default options; the number decides the seats."""
    wire, counts = ruleset.wire, ruleset.seat_counts
    board, options = wire.boards.read(ruleset.wire.boards.ids[0]), wire.options.read({})
    return Setup(board, options, counts[-1 - number % len(counts)], None)


def opening(ruleset: Ruleset[Any, Any, Any], number: int = 0) -> Any:
    """The position after a deal."""
    setup = setup_of(ruleset, number)
    return ruleset.initial_state(setup, ruleset.deal(setup, chance_of(number)))


def listed(ruleset: Ruleset[Any, Any, Any], state: Any, seat: int) -> tuple[Any, ...]:
    return ruleset.legal_moves(state, seat, EVERY_MOVE, None).moves


@cache
def steps(ruleset: Ruleset[Any, Any, Any], number: int) -> tuple[Step, ...]:
    """The game of a number up to its end, if it ends in time; the last seat may resign."""
    return tuple(_steps(ruleset, number))


def every_step(ruleset: Ruleset[Any, Any, Any]) -> Iterator[Step]:
    """The steps of all games."""
    for number in GAMES:
        yield from steps(ruleset, number)


def _steps(ruleset: Ruleset[Any, Any, Any], number: int) -> Iterator[Step]:
    luck, chance, state = random.Random(number), chance_of(number), opening(ruleset, number)
    liking: dict[str, float] = {}
    for _ in range(MOST_STEPS):
        if ruleset.situation(state).outcome is not None:
            return
        seat = luck.choice(ruleset.situation(state).to_act)
        move = _chosen(ruleset, state, seat, luck, liking)
        event = ruleset.decide(state, seat, move, chance)
        after = ruleset.evolve(state, event)
        yield Step(state, seat, move, event, after)
        state = after


def _chosen(
    ruleset: Ruleset[Any, Any, Any],
    state: Any,
    seat: int,
    luck: random.Random,
    liking: dict[str, float],
) -> Any:
    """A move of a type that is liked more or less in this game; resigning hardly ever."""
    by_type: dict[str, list[Any]] = {}
    for move in listed(ruleset, state, seat):
        by_type.setdefault(ruleset.wire.moves.json(move)["type"], []).append(move)
    for type_ in by_type:
        liking.setdefault(type_, SELDOM.get(type_, 0.05 + luck.random() ** 2))
    return luck.choice(luck.choices([*by_type.values()], [liking[type_] for type_ in by_type])[0])
