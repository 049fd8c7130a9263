"""What settlers and its scenarios have in common, as the kernel's contract sees it."""

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar, cast

from domain.kernel.decider import Outcome, Ruleset
from domain.record.visibility import JsonObject
from domain.settlers.board import Board
from domain.settlers.events import Happening
from domain.settlers.moves import Move, is_independent
from domain.settlers.state import State
from domain.settlers.wire.boards import topology_json
from domain.settlers.wire.events import EventCodec
from domain.settlers.wire.moves import move_json
from domain.wire.options import OptionCodec

S = TypeVar("S")
M = TypeVar("M", bound=Move)
E = TypeVar("E", bound=Happening)


class Family(Ruleset[S, M, E]):
    """A ruleset whose positions are, or hold, a position of settlers."""

    seat_colours = ("red", "yellow", "blue", "green")
    option_codec: ClassVar[OptionCodec[Any]]
    event_codec: ClassVar[EventCodec]

    @abstractmethod
    def base(self, state: S) -> State:
        """The position of settlers."""

    def options_schema(self) -> JsonObject:
        return self.option_codec.schema()

    def options(self, given: Any) -> Any:
        return self.option_codec.read(given)

    def options_json(self, options: Any) -> JsonObject:
        return self.option_codec.json(options)

    def board_weight(self, board: Board) -> int:
        return board.weight

    def topology_json(self, board: Board) -> JsonObject:
        return topology_json(board)

    def turn(self, state: S) -> int:
        return self.base(state).turn.number

    def staying(self, state: S) -> tuple[int, ...]:
        return self.base(state).staying()

    def outcome(self, state: S) -> Outcome | None:
        return self.base(state).standing.result

    def is_independent(self, state: S, move: M) -> bool:  # noqa: ARG002
        return is_independent(move)

    def move_json(self, move: M) -> JsonObject:
        return move_json(move)

    def event_type(self, event: E) -> str:
        return self.event_codec.types[type(event)]

    def event_json(self, event: E) -> JsonObject:
        return self.event_codec.json(event)

    def event_from_json(self, type_: str, data: JsonObject) -> E:
        return cast("E", self.event_codec.event(type_, data))
