"""The position of a game of heap."""

import enum

from msgspec import Struct

from domain.kernel.decider import Situation
from domain.record.outcome import Outcome


class Phase(enum.StrEnum):
    """The step that is due."""

    TAKE = "take"
    OVER = "over"


class State(Struct, frozen=True):
    """The stones left, and the seat to take next; ``left`` are the seats that resigned."""

    seats: int
    most: int
    stones: int
    seat: int
    turn: int = 1
    left: tuple[int, ...] = ()
    result: Outcome | None = None

    @property
    def phase(self) -> Phase:
        return Phase.TAKE if self.result is None else Phase.OVER

    def staying(self) -> tuple[int, ...]:
        """Return the seats that have not resigned."""
        return tuple(seat for seat in range(self.seats) if seat not in self.left)


def situation(state: State) -> Situation:
    """Return the answers about a position: one seat at a time takes stones."""
    acting = () if state.result else (state.seat,)
    return Situation(state.seat, acting, acting, state.staying(), state.result)
