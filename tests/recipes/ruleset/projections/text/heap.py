"""Heap in prose."""

from domain.heap.state import Phase, State

from domain.record.visibility import Viewer
from projections.text.contract import SectionText, Telling, numbered
from projections.text.line import Line, text


def lines(state: State, _viewer: Viewer) -> tuple[Line, ...]:
    """Return the position in lines."""
    return (text("heap.told.stones", n=state.stones, phase=state.phase),)


TELLING = Telling(
    sections=(
        SectionText("turn", numbered("H", 1, 1)),
        SectionText("leaving", numbered("H", 2, 2)),
    ),
    words={Phase: "heap.phase"},
    lines=lines,
)
