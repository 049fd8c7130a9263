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
    first_games: int | None = None
    """The games of the first round; None: as many as in the others."""
    kept: Path | None = None
    """The file of games played so far, with which a course goes on where it was stopped."""

    def games_in(self, number: int) -> int:
        """Return the games of a round, the first one being 0."""
        return self.games if number or self.first_games is None else self.first_games


def trained(course: Course, progress: Progress) -> Weights:
    """Return the weights that a course leads to. Equal courses give equal weights on one machine.

    That takes one thread in matrices: see ``ONE_THREAD``. ``progress`` is called for each game.
    """
    lessons, network, figures = list[Lessons](), None, list[dict[str, Any]]()
    kept = KeptGames(course.kept)
    for number in range(course.rounds):
        weights = None if network is None else show(_weights(course, network, figures))
        newest = list(_games(course, number, weights, kept, progress))
        judged = _judged(course, lessons, newest, network)
        lessons += newest
        network = fit(joined(lessons), planned_game(course.ruleset).strength, 1, EPOCHS)
        figures.append({"round": number + 1, "games": len(lessons), **judged})
    assert network is not None
    return _weights(course, network, figures)


def _games(
    course: Course, number: int, weights: bytes | None, kept: KeptGames, progress: Progress
) -> Iterator[Lessons]:
    """Yield the lessons of a round, always in the same order."""
    names = [f"{course.seed}\n{number}\n{n}" for n in range(course.games_in(number))]
    # Games played by other weights, or under other rules, are not these games.
    players = "" if weights is None else hashlib.sha256(weights).hexdigest()
    stamp = f"{ruleset_named(course.ruleset).rules_version} {players}"
    terms = [
        Lesson(
            course.ruleset,
            name,
            weights,
            kept.moves(course.ruleset, name, stamp, has_search=weights is not None),
        )
        for name in names
    ]
    with process_pool(course.processes) as pool:
        for term, each in zip(terms, pool.map(played, terms, chunksize=CHUNK), strict=True):
            progress(1)
            if each is not None:
                if not term.moves:
                    kept.add(course.ruleset, term.luck, stamp, each.moves)
                yield each._replace(moves=())


def _judged(
    course: Course, earlier: Sequence[Lessons], newest: Sequence[Lessons], before: Network | None
) -> dict[str, Any]:
    """Return figures of a network fitted without some of the newest games, judged by those.

    They understate the network of the round a little, which has seen more games. ``before`` is
    that of the round before: no network that labelled a game has seen those held out.
    """
    strength = planned_game(course.ruleset).strength
    apart = [each for n, each in enumerate(newest) if n % HELD_OUT == 0]
    rest = [each for n, each in enumerate(newest) if n % HELD_OUT]
    network = fit(joined([*earlier, *rest]), strength, 1, EPOCHS)
    figures = {
        "examples": sum(len(each.parts) for each in (*earlier, *newest)),
        "held_out_games": len(apart),
        "loss": judgement(network, apart),
    }
    return figures if before is None else {**figures, "loss_before": judgement(before, apart)}


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
