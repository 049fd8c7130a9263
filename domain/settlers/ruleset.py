"""Settlers as the kernel's contract sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from domain.kernel.decider import MoveList, Setup, Shapes
from domain.record.chance import Chance
from domain.record.visibility import Audience, JsonObject, Viewer, Visibility
from domain.settlers import turns
from domain.settlers.board import Board, Land, Layout
from domain.settlers.decide import decide
from domain.settlers.events import EVENT_TYPES, AnyEvent, Dealt, reveals
from domain.settlers.evolve import evolve, initial_state
from domain.settlers.family import Family
from domain.settlers.legal import legal_moves
from domain.settlers.moves import AnyMove
from domain.settlers.options import CODEC as OPTIONS
from domain.settlers.places import to_act
from domain.settlers.rules import Rules
from domain.settlers.state import Phase, State, Table
from domain.settlers.wire import shapes
from domain.settlers.wire.answers import move_of
from domain.settlers.wire.boards import (
    BOARD_IDS,
    board_from_json,
    board_json,
    board_named,
)
from domain.settlers.wire.events import EventCodec
from domain.settlers.wire.facts import move_facts
from domain.settlers.wire.move_notation import parse_move, spelled_move
from domain.settlers.wire.moves import CODEC, move_from_json
from domain.settlers.wire.positions import imagined, position_from_json, position_json
from domain.settlers.wire.schema import cards_of, moves_schema
from domain.settlers.wire.view import view


class Settlers(Family[State, AnyMove, AnyEvent]):
    """The rules S1 to S12."""

    id = "settlers"
    seat_counts = (2, 3, 4)
    board_ids = BOARD_IDS
    option_codec = OPTIONS
    event_codec = EventCodec(EVENT_TYPES)
    visibility: ClassVar[Mapping[str, Visibility]] = {
        "dealt": {"deck": Audience.NO_ONE},
        "development_card_bought": {"card": Audience.SEAT},
        "robber_moved": {"stolen": Audience.EACH_SEAT},
    }

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rules_version = rules.version

    def base(self, state: State) -> State:
        return state

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
            Phase, shapes.State, shapes.Board, shapes.Topology, shapes.FACTS, events, cards
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
        """The table before the deal, which lays the land and says who begins."""
        board, first_seat = setup.board, setup.first_seat or 0
        land = Land(board.topology, board.layout or _NO_LAYOUT)
        return Table(board, land, setup.options, self.rules, setup.seats, first_seat)


_NO_LAYOUT = Layout((), (), ())
