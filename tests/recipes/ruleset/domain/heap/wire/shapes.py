"""The JSON of heap as types."""

from msgspec import Struct


class Board(Struct):
    """A heap; `id` is null if it was given inline."""

    id: str | None
    title: str
    stones: int


class Topology(Struct):
    """A heap has no places."""


class SeatState(Struct):
    """True if the seat has left."""

    resigned: bool


class State(Struct):
    """A position of heap."""

    stones: int
    most: int
    seats: tuple[SeatState, ...]


class Facts(Struct):
    """The notation of a move."""

    notation: str
