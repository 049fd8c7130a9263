"""The contract of a ruleset: decide, evolve, and what the kernel must know to run a game of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from domain.record.chance import Chance
from domain.record.record import Upcasters
from domain.record.visibility import JsonObject, Viewer, Visibility

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is played with: board and options are the ruleset's own, validated values."""

    board: Any
    options: Any
    seats: int
    first_seat: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats, every seat's score and the reason's code."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class MoveList(Generic[M]):
    """Legal moves, each playable as it stands; ``complete`` is False where the bound cut them."""

    moves: tuple[M, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Shapes:
    """Types whose fields are those of the JSON that a ruleset answers with.

    ``events`` are the data of events by stored type, ``facts`` one type for each kind of facts.
    ``cards`` names the counts of cards that its moves have.
    """

    phase: type[Enum]
    state: type[Struct]
    board: type[Struct]
    topology: type[Struct]
    facts: tuple[type[Struct], ...]
    events: Mapping[str, type[Struct]]
    cards: Mapping[str, JsonObject] = field(default_factory=dict)


class Ruleset(ABC, Generic[S, M, E]):
    """A game's rules as pure functions over its own state S, moves M and events E.

    ``DEALT`` is the type of the event that opens a game; the kernel records it as the field
    ``dealt`` of the event that took the last seat.
    """

    DEALT: ClassVar[str] = "dealt"

    id: ClassVar[str]
    rules_version: int
    seat_counts: ClassVar[tuple[int, ...]]
    seat_colours: ClassVar[tuple[str, ...]]
    board_ids: ClassVar[tuple[str, ...]]
    upcasters: ClassVar[Upcasters] = {}
    visibility: ClassVar[Mapping[str, Visibility]]
    """Audiences of the hidden fields, by event type (``DEALT`` included)."""

    # Set-up
    @abstractmethod
    def options_schema(self) -> JsonObject:
        """JSON Schema of the options, with defaults and a description each."""

    @abstractmethod
    def options(self, given: Any) -> Any:
        """The options from their JSON, defaults filled in. Raises Malformed."""

    @abstractmethod
    def options_json(self, options: Any) -> JsonObject:
        """The options as JSON, every one of them stated."""

    @abstractmethod
    def board(self, given: Any) -> Any:
        """The board of an id or an inline description. Raises BoardInvalid or UnknownName."""

    @abstractmethod
    def board_json(self, board: Any) -> JsonObject:
        """The board as JSON that ``board`` takes back."""

    @abstractmethod
    def topology_json(self, board: Any) -> JsonObject:
        """The board's places and their neighbourhood, with drawing coordinates."""

    def board_weight(self, board: Any) -> int:  # noqa: ARG002 - a ruleset may look
        """About how many bytes a board takes in memory; 0 where there are only a few."""
        return 0

    # The decider
    @abstractmethod
    def deal(self, setup: Setup, chance: Chance) -> E:
        """The event that opens the game."""

    @abstractmethod
    def initial_state(self, setup: Setup, dealt: E) -> S:
        """The position after the deal."""

    @abstractmethod
    def decide(self, state: S, seat: int, move: M, chance: Chance) -> E:
        """What happens when the seat makes the move. Raises Refused; the only place that does."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The position after the event. Total: refuses nothing."""

    # What the kernel asks of a position
    @abstractmethod
    def to_act(self, state: S) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the turn under way, from 1."""

    @abstractmethod
    def staying(self, state: S) -> tuple[int, ...]:
        """The seats that have not resigned."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, None while it goes on."""

    @abstractmethod
    def reveals(self, event: E) -> bool:
        """Whether the event showed its own seat hidden information or the outcome of chance."""

    def is_independent(self, state: S, move: M) -> bool:  # noqa: ARG002 - a ruleset may look
        """Whether the move stands whatever other seats do meanwhile: one that several seats owe."""
        return False

    @abstractmethod
    def legal_moves(self, state: S, seat: int, limit: int, of_type: str | None) -> MoveList[M]:
        """The seat's legal moves, at most ``limit``; costs no more than the limit allows."""

    @abstractmethod
    def move_facts(self, state: S, seat: int, moves: Sequence[M]) -> list[JsonObject]:
        """What each of the seat's legal moves costs and brings, and its notation, in order."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> JsonObject:
        """``turn``, ``phase`` and ``state`` as the viewer may see them."""

    # Codec
    @abstractmethod
    def move_from_json(self, given: Any) -> M:
        """A move from its JSON, strictly. Raises Malformed."""

    @abstractmethod
    def move_json(self, move: M) -> JsonObject:
        """The move as JSON that ``move_from_json`` takes back."""

    @abstractmethod
    def moves_schema(self) -> JsonObject:
        """JSON Schema of all moves: ``oneOf`` by ``type``, every field described."""

    @abstractmethod
    def shapes(self) -> Shapes:
        """Types that stand for the JSON of boards, positions, events and facts."""

    @abstractmethod
    def notation(self, state: S, move: M) -> str:
        """The move as a line of text that ``parse_notation`` takes back in this position."""

    @abstractmethod
    def parse_notation(self, state: S, seat: int, text: str) -> M:
        """The move that a seat's text asks for, legal or not. Raises Malformed."""

    @abstractmethod
    def move_of(self, event: E) -> M:
        """The move that the event answers, to decide it again in an audit."""

    @abstractmethod
    def event_type(self, event: E) -> str:
        """The stored type of an event, in the past tense."""

    @abstractmethod
    def event_json(self, event: E) -> JsonObject:
        """The event's data, hidden values included."""

    @abstractmethod
    def event_from_json(self, type_: str, data: JsonObject) -> E:
        """The event of a type from its stored data, in the newest schema."""

    # Studies
    @abstractmethod
    def position_json(self, state: S) -> JsonObject:
        """A whole position that goes on, hidden facts included, as JSON."""

    @abstractmethod
    def position_from_json(self, setup: Setup, data: JsonObject) -> S:
        """The position of stored JSON."""

    @abstractmethod
    def imagined(self, state: S, seat: int | None, chance: Chance) -> S:
        """The position as a seat (None: the public) may imagine it: what it cannot see is drawn."""
