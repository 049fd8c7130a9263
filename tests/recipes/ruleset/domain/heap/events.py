"""The events of heap, in the past tense, and the moves that they answer."""

from typing import TypeAlias, assert_never

from domain.heap.moves import AnyMove, Resign, Take

from domain.errors import UnknownName
from domain.wire.events import GameEvent


class Dealt(GameEvent, frozen=True, tag="dealt"):
    """The opening: the stones, and the seat to take first."""

    stones: int
    first_seat: int


class Taken(GameEvent, frozen=True, tag="taken"):
    """The acting seat took stones; taking the last one wins (H1)."""

    number: int


class Resigned(GameEvent, frozen=True, tag="resigned"):
    """A seat left (H2)."""

    seat: int


AnyEvent: TypeAlias = Dealt | Taken | Resigned


def move_of(event: AnyEvent) -> AnyMove:
    """Return the move an event answers. Raises UnknownName for the deal, which no move asks for."""
    match event:
        case Taken(number=number):
            return Take(number)
        case Resigned():
            return Resign()
        case Dealt():
            raise UnknownName("move", "dealt", ["none: the deal answers no move"])
        case _:
            assert_never(event)
