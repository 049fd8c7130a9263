"""A course of training: rounds of games, a network fitted to all of them after each round."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from domain.kernel.rulesets import ruleset_named
from domain.planning.fitting import Examples, fit
from domain.planning.network import Network
from domain.planning.planner import planned_game
from domain.planning.weights import Weights, show
from service.machine.pools import process_pool
from service.operations.training.kept_games import KeptGames
from service.operations.training.self_play import Lesson, Lessons, joined, played

HELD_OUT = 8
"""One game in this many is held out, to judge the network by."""
CHUNK = 4
EPOCHS = 12
QUARTERS = 4

Progress = Callable[[int], object]


class Course(NamedTuple):
    """The terms of a course; in the first round greedy bots play, in later ones planners, too."""

    ruleset: str
    games: int
    rounds: int
    seed: str
    processes: int
    first: int | None = None
    """The games of the first round, if they are not as many as those of the others."""
    kept: Path | None = None
    """The file of games played so far, with which a course goes on where it was stopped."""

    def games_of(self, number: int) -> int:
        """Return the games of a round, the first one being 0."""
        return self.games if number or self.first is None else self.first


def trained(course: Course, progress: Progress) -> Weights:
    """Return the weights that a course leads to. Equal courses give equal weights on one machine.

    That takes one thread in matrices: see ``ONE_THREAD``. ``progress`` is called for each game.
    """
    lessons, network, figures = list[Lessons](), None, list[dict[str, Any]]()
    kept = KeptGames(course.kept)
    for number in range(course.rounds):
        weights = None if network is None else show(_weights(course, network, figures))
        lessons += list(_games(course, number, weights, kept, progress))
        network, judged = _fitted(course, lessons)
        figures.append({"round": number + 1, **judged})
    assert network is not None
    return _weights(course, network, figures)


def _games(
    course: Course, number: int, weights: bytes | None, kept: KeptGames, progress: Progress
) -> Iterator[Lessons]:
    """Yield the lessons of a round, always in the same order."""
    names = [f"{course.seed}\n{number}\n{n}" for n in range(course.games_of(number))]
    # Games played by other weights, or under other rules, are not these games.
    players = "" if weights is None else hashlib.sha256(weights).hexdigest()
    stamp = f"{ruleset_named(course.ruleset).rules_version} {players}"
    terms = [
        Lesson(course.ruleset, name, weights, kept.moves(course.ruleset, name, stamp))
        for name in names
    ]
    with process_pool(course.processes) as pool:
        for term, each in zip(terms, pool.map(played, terms, chunksize=CHUNK), strict=True):
            progress(1)
            if each is not None:
                if not term.moves:
                    kept.add(course.ruleset, term.luck, stamp, each.moves)
                yield each


def _fitted(course: Course, lessons: Sequence[Lessons]) -> tuple[Network, dict[str, Any]]:
    """Return the network fitted to all games, and figures of one fitted without the held-out ones.

    Those figures understate the network a little, which has seen more games.
    """
    strength = planned_game(course.ruleset).strength
    apart = [each for n, each in enumerate(lessons) if n % HELD_OUT == 0]
    rest = [each for n, each in enumerate(lessons) if n % HELD_OUT]
    judged = fit(joined(rest), strength, 1, EPOCHS)
    figures = {
        "games": len(lessons),
        "examples": sum(len(each.parts) for each in lessons),
        "held_out_games": len(apart),
        "loss": judgement(judged, apart),
    }
    return fit(joined(lessons), strength, 1, EPOCHS), figures


def judgement(network: Network, lessons: Sequence[Lessons]) -> list[float | None]:
    """Return the log-loss by quarter of the games (1: guessing); None without examples."""
    losses = [_losses(network, each.examples) for each in lessons]
    parts = np.concatenate([each.parts for each in lessons])
    loss = np.concatenate(losses)
    quarter = np.minimum(QUARTERS - 1, (parts * QUARTERS).astype(int))
    parted = (loss[quarter == n] for n in range(QUARTERS))
    return [round(float(each.mean()), 4) if len(each) else None for each in parted]


def _losses(network: Network, examples: Examples) -> Any:
    chances = network.chances(examples.features)
    seats = chances.shape[1]
    return -(examples.wins * np.log(np.maximum(chances, 1e-9))).sum(axis=1) / np.log(seats)


def _weights(course: Course, network: Network, figures: Sequence[dict[str, Any]]) -> Weights:
    notes = {
        "ruleset": course.ruleset,
        "rules_version": ruleset_named(course.ruleset).rules_version,
        "seed": course.seed,
        "rounds": list(figures),
    }
    return Weights(network, notes)
