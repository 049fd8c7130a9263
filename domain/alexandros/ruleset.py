"""Alexandros as the kernel's contract sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from domain.alexandros import turns
from domain.alexandros.board import (
    BOARD_IDS,
    Board,
    board_from_json,
    board_named,
    board_to_json,
    topology_to_json,
)
from domain.alexandros.decide import decide
from domain.alexandros.events import EVENT_TYPES, Dealt, Happening, reveals
from domain.alexandros.evolve import evolve, initial_state
from domain.alexandros.legal import legal_moves
from domain.alexandros.moves import Move
from domain.alexandros.options import CODEC as OPTIONS
from domain.alexandros.options import Options
from domain.alexandros.state import Phase, State, Table
from domain.alexandros.wire.answers import move_of
from domain.alexandros.wire.events import event_from_json, event_json
from domain.alexandros.wire.facts import move_facts
from domain.alexandros.wire.move_notation import parse_move, spelled_move
from domain.alexandros.wire.moves import move_from_json, move_json
from domain.alexandros.wire.positions import imagined, position_from_json, position_json
from domain.alexandros.wire.schema import moves_schema
from domain.alexandros.wire.shapes import SHAPES
from domain.alexandros.wire.view import view
from domain.kernel.decider import MoveList, Outcome, Ruleset, Setup, Shapes
from domain.record.chance import Chance
from domain.record.visibility import Audience, JsonObject, Viewer, Visibility


class Alexandros(Ruleset[State, Move, Happening]):
    """The rules A1 to A23."""

    id = "alexandros"
    rules_version = 1
    seat_counts = (2, 3, 4)
    seat_colours = ("red", "yellow", "blue", "green")
    board_ids = BOARD_IDS
    visibility: ClassVar[Mapping[str, Visibility]] = {
        "dealt": {"hands": Audience.EACH_SEAT, "supply": Audience.NO_ONE},
        "card_chosen": {"supply": Audience.NO_ONE},
        "card_taken": {"drawn": Audience.SEAT, "supply": Audience.NO_ONE},
        "turn_ended": {"supply": Audience.NO_ONE},
        "resigned": {"supply": Audience.NO_ONE},
    }

    def options_schema(self) -> JsonObject:
        return OPTIONS.schema()

    def options(self, given: Any) -> Options:
        return OPTIONS.read(given)

    def options_json(self, options: Options) -> JsonObject:
        return OPTIONS.json(options)

    def board(self, given: Any) -> Board:
        return board_named(given) if isinstance(given, str) else board_from_json(given)

    def board_json(self, board: Board) -> JsonObject:
        return board_to_json(board)

    def board_weight(self, board: Board) -> int:
        return board.weight

    def topology_json(self, board: Board) -> JsonObject:
        return topology_to_json(board)

    def deal(self, setup: Setup, chance: Chance) -> Dealt:
        return turns.deal(_table(setup), setup.first_seat, chance)

    def initial_state(self, setup: Setup, dealt: Happening) -> State:
        assert isinstance(dealt, Dealt)
        return initial_state(_table(setup), dealt)

    def decide(self, state: State, seat: int, move: Move, chance: Chance) -> Happening:
        return decide(state, seat, move, chance)

    def evolve(self, state: State, event: Happening) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.turn.phase is Phase.OVER else (state.turn.seat,)

    def turn(self, state: State) -> int:
        return state.turn.number

    def staying(self, state: State) -> tuple[int, ...]:
        return state.staying()

    def outcome(self, state: State) -> Outcome | None:
        return state.result

    def reveals(self, event: Happening) -> bool:
        return reveals(event)

    def legal_moves(
        self, state: State, seat: int, limit: int, of_type: str | None
    ) -> MoveList[Move]:
        return legal_moves(state, seat, limit, of_type)

    def move_facts(self, state: State, seat: int, moves: Sequence[Move]) -> list[JsonObject]:  # noqa: ARG002
        return move_facts(state, moves)

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        return view(state, viewer)

    def move_from_json(self, given: Any) -> Move:
        return move_from_json(given)

    def move_json(self, move: Move) -> JsonObject:
        return move_json(move)

    def moves_schema(self) -> JsonObject:
        return moves_schema()

    def shapes(self) -> Shapes:
        return SHAPES

    def notation(self, state: State, move: Move) -> str:
        return spelled_move(state, move)

    def parse_notation(self, state: State, seat: int, text: str) -> Move:  # noqa: ARG002
        return parse_move(state, text)

    def move_of(self, event: Happening) -> Move:
        return move_of(event)

    def event_type(self, event: Happening) -> str:
        return EVENT_TYPES[type(event)]

    def event_json(self, event: Happening) -> JsonObject:
        return event_json(event)

    def event_from_json(self, type_: str, data: JsonObject) -> Happening:
        return event_from_json(type_, data)

    def position_json(self, state: State) -> JsonObject:
        return position_json(state)

    def position_from_json(self, setup: Setup, data: JsonObject) -> State:
        return position_from_json(_table(setup), data)

    def imagined(self, state: State, seat: int | None, chance: Chance) -> State:
        return imagined(state, seat, chance)


def _table(setup: Setup) -> Table:
    return Table(setup.board, setup.options, setup.seats)
