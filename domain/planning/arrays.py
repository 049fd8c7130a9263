"""Arrays of the planner's numbers: features by seat and of the game, and what follows from them."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.record.outcome import Outcome

Array: TypeAlias = NDArray[Any]


class Features(NamedTuple):
    """Features of positions: ``seats`` [position, seat, feature], ``game`` [position, feature]."""

    seats: Array
    game: Array


def lead(values: Array) -> Array:
    """Return by how much each seat is ahead of the best other one: [position, seat]."""
    ordered = np.sort(values, axis=1)
    best, second = ordered[:, -1:], ordered[:, -2:-1]
    return values - np.where(values == best, np.where(best == second, best, second), best)


def with_results(chances: Array, results: Sequence[Outcome | None]) -> Array:
    """Return the chances, those of finished games being their results: [position, seat]."""
    for n, result in enumerate(results):
        if result is not None:
            chances[n] = 0
            chances[n, list(result.winners)] = 1 / len(result.winners)
    return chances
