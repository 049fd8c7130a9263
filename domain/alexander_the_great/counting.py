"""Card counting: as in settlers, and draws from the reserve, which each seat sees for itself."""

from collections.abc import Iterable
from functools import partial

from domain.alexander_the_great.state import State
from domain.kernel import counting
from domain.kernel.counting import Known
from domain.settlers import counting as base_counting


def known_cards(positions: Iterable[State], viewer: int | None) -> Known:
    """Return, by seat, the cards that a viewer knows the seat to hold, after these positions."""
    return counting.counted(positions, _nothing, partial(followed, viewer))


def _nothing(first: State) -> Known:
    return (base_counting.NOTHING,) * first.table.seats


def followed(viewer: int | None, known: Known, before: State, after: State) -> Known:
    """Return the bounds after one more position."""
    drawing = [n for n in _drawing(before, after) if n != viewer]
    return base_counting.followed(viewer, known, before.base, after.base, drawing)


def _drawing(before: State, after: State) -> tuple[int, ...]:
    """Return the seats that drew from the reserve."""
    reserve, left = before.journey.reserve, after.journey.reserve
    # Seen from the size of the reserve, which is public; the rest goes to the bank when it closes.
    is_drawn = reserve is not None and left is not None and len(left) < len(reserve)
    # The reserve serves every seat that stays, or none (G8).
    return after.base.staying() if is_drawn else ()
