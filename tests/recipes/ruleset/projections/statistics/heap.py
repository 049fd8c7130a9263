"""Statistics of heap: who took the last stone."""

from collections.abc import Iterator

from domain.heap.events import AnyEvent
from domain.heap.state import State

from projections.statistics.contract import Counting, Gain, Points


def gains(_before: State, _event: AnyEvent, after: State) -> Iterator[Gain]:
    """Yield the points of the game's end."""
    scores = () if after.result is None else after.result.scores
    yield from (Points(seat, "last_stone", score) for seat, score in enumerate(scores))


COUNTING = Counting(
    sources=("last_stone",),
    cards=(),
    rolls=(),
    yields="points",
    initial_gains=lambda _: (),
    gains=gains,
)
