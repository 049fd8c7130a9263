"""Alexander the Great as the kernel's contract sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from domain.alexander_the_great import turns
from domain.alexander_the_great.board import Board
from domain.alexander_the_great.decide import decide
from domain.alexander_the_great.events import EVENT_TYPES, AnyEvent, Dealt, reveals
from domain.alexander_the_great.evolve import evolve, initial_state
from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.options import CODEC as OPTIONS
from domain.alexander_the_great.places import to_act
from domain.alexander_the_great.rules import Rules
from domain.alexander_the_great.state import Phase, State, Table
from domain.alexander_the_great.wire import shapes
from domain.alexander_the_great.wire.answers import move_of
from domain.alexander_the_great.wire.boards import (
    BOARD_IDS,
    board_from_json,
    board_json,
    board_named,
)
from domain.alexander_the_great.wire.facts import move_facts
from domain.alexander_the_great.wire.move_notation import parse_move, spelled_move
from domain.alexander_the_great.wire.moves import CODEC, move_from_json
from domain.alexander_the_great.wire.positions import (
    imagined,
    position_from_json,
    position_json,
)
from domain.alexander_the_great.wire.schema import moves_schema
from domain.alexander_the_great.wire.view import view
from domain.kernel.decider import MoveList, Setup, Shapes
from domain.record.chance import Chance
from domain.record.visibility import Audience, JsonObject, Viewer, Visibility
from domain.settlers import state as settlers
from domain.settlers.family import Family
from domain.settlers.ruleset import Settlers
from domain.settlers.wire import shapes as settlers_shapes
from domain.settlers.wire.events import EventCodec
from domain.settlers.wire.schema import cards_of


class AlexanderTheGreat(Family[State, AnyMove, AnyEvent]):
    """The rules G1 to G26, on top of those of settlers."""

    id = "alexander_the_great"
    seat_counts = (3, 4)
    board_ids = BOARD_IDS
    option_codec = OPTIONS
    event_codec = EventCodec(EVENT_TYPES)
    visibility: ClassVar[Mapping[str, Visibility]] = {
        **Settlers.visibility,
        "dealt": {
            "deck": Audience.NO_ONE,
            "chips": Audience.NO_ONE,
            "hands": Audience.EACH_SEAT,
            "draws": Audience.EACH_SEAT,
            "reserve": Audience.NO_ONE,
        },
        "turn_ended": {"draws": Audience.EACH_SEAT},
        "resigned": {"draws": Audience.EACH_SEAT},
    }

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rules_version = rules.version

    def base(self, state: State) -> settlers.State:
        return state.base

    def board(self, given: Any) -> Board:
        return board_named(given) if isinstance(given, str) else board_from_json(given)

    def board_json(self, board: Board) -> JsonObject:
        return board_json(board)

    def deal(self, setup: Setup, chance: Chance) -> Dealt:
        return turns.deal(setup.board, setup.options, setup.seats, setup.first_seat, chance)

    def initial_state(self, setup: Setup, dealt: AnyEvent) -> State:
        assert isinstance(dealt, Dealt)
        return initial_state(self._table(setup), dealt)

    def decide(self, state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
        return decide(state, seat, move, chance)

    def evolve(self, state: State, event: AnyEvent) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[int, ...]:
        return to_act(state)

    def reveals(self, event: AnyEvent) -> bool:
        return reveals(event)

    def legal_moves(
        self, state: State, seat: int, limit: int, of_type: str | None
    ) -> MoveList[AnyMove]:
        return legal_moves(state, seat, limit, of_type)

    def move_facts(self, state: State, seat: int, moves: Sequence[AnyMove]) -> list[JsonObject]:
        return move_facts(state, seat, moves)

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        return view(state, viewer)

    def move_from_json(self, given: Any) -> AnyMove:
        return move_from_json(given)

    def moves_schema(self) -> JsonObject:
        return moves_schema()

    def shapes(self) -> Shapes:
        events, cards = self.event_codec.shapes(), cards_of(CODEC)
        return Shapes(
            Phase, shapes.State, shapes.Board, settlers_shapes.Topology, shapes.FACTS, events, cards
        )

    def notation(self, state: State, move: AnyMove) -> str:
        return spelled_move(state, move)

    def parse_notation(self, state: State, seat: int, text: str) -> AnyMove:  # noqa: ARG002
        return parse_move(text)

    def move_of(self, event: AnyEvent) -> AnyMove:
        return move_of(event)

    def position_json(self, state: State) -> JsonObject:
        return position_json(state)

    def position_from_json(self, setup: Setup, data: JsonObject) -> State:
        return position_from_json(self._table(setup), data)

    def imagined(self, state: State, seat: int | None, chance: Chance) -> State:
        return imagined(state, seat, chance)

    def _table(self, setup: Setup) -> Table:
        return Table(setup.board, setup.options, self.rules, setup.seats)
