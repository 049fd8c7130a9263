"""Positions in which hidden victory points may decide who wins (G25)."""

import dataclasses
import random
from collections.abc import Iterator

from msgspec.structs import replace

from domain.alexander_the_great.state import State
from domain.settlers.state import State as Settled
from domain.settlers.state import public_points
from tests.domain.settlers import nearly_won as base


def nearly_won(state: State, luck: random.Random) -> Iterator[State]:
    """Yield the position with each seat one hidden point, or as good as, away from winning."""
    journey = state.journey

    def public(base_state: Settled, seat: int) -> int:
        return public_points(base_state, seat) + journey.advisor_points(seat)

    for each in base.nearly_won(state.base, luck, public, journey.points):
        options = dataclasses.replace(
            state.table.options, target_points=each.table.options.target_points
        )
        table = dataclasses.replace(state.table, options=options)
        yield replace(state, base=each, table=table)
