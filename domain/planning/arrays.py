"""Arrays of the planner's numbers: features by seat and of the game, and what follows from them."""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

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
