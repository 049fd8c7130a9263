"""The contract of a ruleset's wire form: its values as JSON, as notation and as schemas."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

from msgspec import Struct

from domain.record.setup import Setup
from domain.record.visibility import JsonObject, Viewer
from domain.wire.boards import BoardCodec
from domain.wire.events import EventCodec, GameEvent
from domain.wire.moves import Move, MoveCodec
from domain.wire.options import OptionCodec

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=GameEvent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shapes:
    """Types with the fields of the JSON in a ruleset's answers.

    ``facts`` has one type for each kind of facts; ``cards`` names the counts of cards in moves.
    The types of moves and events are in their codecs.
    """

    phase: type[Enum]
    state: type[Struct]
    board: type[Struct]
    topology: type[Struct]
    facts: tuple[type[Struct], ...]
    cards: Mapping[str, JsonObject] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Wire(Generic[S, M, E]):
    """The JSON and the notation of a ruleset's state S, moves M and events E."""

    options: OptionCodec[Any]
    boards: BoardCodec
    moves: MoveCodec[M]
    events: EventCodec[E]
    shapes: Shapes

    position_json: Callable[[S], JsonObject]
    """A whole unfinished position as JSON, hidden facts included."""
    position_from_json: Callable[[Setup, JsonObject], S]
    """Reads the JSON of ``position_json``."""
    view: Callable[[S, Viewer], JsonObject]
    """``turn``, ``phase`` and ``state`` as the viewer may see them."""

    # The notation is the same in all languages, as in chess, so that all players can exchange it.
    # Clients themselves derive from a move's facts and the undo policy whether it can be undone:
    # deciding that here for each of thousands of listed moves would cost too much.
    move_facts: Callable[[S, int, Sequence[M]], list[JsonObject]]
    """The notation, cost and gains of each of a seat's legal moves, in order.

    The notation is a line of text that ``parse_notation`` reads in this position. Facts say if
    a move reveals something, and the view says which undo policy is in force. They rest on what the
    seat sees alone.
    """
    parse_notation: Callable[[S, str], M]
    """Reads a line of text as a move, legal or not. Raises Malformed."""
    move_of: Callable[[E], M]
    """The move that led to the event, to decide it again. Raises UnknownName for the deal."""
