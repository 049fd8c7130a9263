"""Settlers as the kernel's contract sees it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from domain.chance import Chance
from domain.decider import MoveList, Outcome, RuleSection, Ruleset, Setup
from domain.settlers import turns
from domain.settlers.answers import move_of
from domain.settlers.board import Board, Land, Layout
from domain.settlers.board_codec import (
    BOARD_IDS,
    board_from_json,
    board_json,
    board_named,
    topology_json,
)
from domain.settlers.decide import decide
from domain.settlers.event_codec import EventCodec
from domain.settlers.events import EVENT_TYPES, AnyEvent, Dealt, reveals
from domain.settlers.evolve import evolve, initial_state
from domain.settlers.facts import move_facts
from domain.settlers.legal import legal_moves
from domain.settlers.move_codec import move_from_json, move_json
from domain.settlers.move_notation import parse_move, spelled_move
from domain.settlers.moves import AnyMove, is_independent
from domain.settlers.options import CODEC as OPTIONS
from domain.settlers.options import Options
from domain.settlers.places import to_act
from domain.settlers.position_codec import imagined, position_from_json, position_json
from domain.settlers.schema import moves_schema
from domain.settlers.state import State, Table
from domain.settlers.text import lines
from domain.settlers.view import view
from domain.telling import Line
from domain.visibility import Audience, JsonObject, Viewer, Visibility

EVENTS = EventCodec(EVENT_TYPES)


def numbered(letter: str, first: int, last: int) -> tuple[str, ...]:
    """The numbers of rules that follow one another."""
    return tuple(f"{letter}{number}" for number in range(first, last + 1))


class Settlers(Ruleset[State, AnyMove, AnyEvent]):
    """The rules S1 to S12."""

    id = "settlers"
    title = "Settlers"
    rules_version = 1
    seat_counts = (2, 3, 4)
    seat_colours = ("red", "yellow", "blue", "green")
    board_ids = BOARD_IDS
    sections = (
        RuleSection("material"),
        RuleSection("setup", numbered("S", 1, 4)),
        RuleSection("turn", numbered("S", 5, 7)),
        RuleSection("building", numbered("S", 8, 9)),
        RuleSection("trade", numbered("S", 10, 10)),
        RuleSection("honours", numbered("S", 11, 11)),
        RuleSection("game_end", numbered("S", 12, 12)),
    )
    visibility: ClassVar[Mapping[str, Visibility]] = {
        "dealt": {"deck": Audience.NO_ONE},
        "development_card_bought": {"card": Audience.SEAT},
        "robber_moved": {"stolen": Audience.EACH_SEAT},
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
        return board_json(board)

    def topology_json(self, board: Board) -> JsonObject:
        return topology_json(board)

    def deal(self, setup: Setup, chance: Chance) -> Dealt:
        return turns.deal(setup.board, setup.options, setup.seats, setup.first_seat, chance)

    def initial_state(self, setup: Setup, dealt: AnyEvent) -> State:
        assert isinstance(dealt, Dealt)
        return initial_state(_table(setup), dealt)

    def decide(self, state: State, seat: int, move: AnyMove, chance: Chance) -> AnyEvent:
        return decide(state, seat, move, chance)

    def evolve(self, state: State, event: AnyEvent) -> State:
        return evolve(state, event)

    def to_act(self, state: State) -> tuple[int, ...]:
        return to_act(state)

    def turn(self, state: State) -> int:
        return state.turn.number

    def staying(self, state: State) -> tuple[int, ...]:
        return state.staying()

    def outcome(self, state: State) -> Outcome | None:
        return state.standing.result

    def reveals(self, event: AnyEvent) -> bool:
        return reveals(event)

    def is_independent(self, state: State, move: AnyMove) -> bool:  # noqa: ARG002
        return is_independent(move)

    def legal_moves(
        self, state: State, seat: int, limit: int, of_type: str | None
    ) -> MoveList[AnyMove]:
        return legal_moves(state, seat, limit, of_type)

    def move_facts(self, state: State, seat: int, moves: Sequence[AnyMove]) -> list[JsonObject]:
        return move_facts(state, seat, moves)

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        return view(state, viewer)

    def lines(self, state: State, viewer: Viewer) -> tuple[Line, ...]:
        return lines(state, viewer)

    def move_from_json(self, given: Any) -> AnyMove:
        return move_from_json(given)

    def move_json(self, move: AnyMove) -> JsonObject:
        return move_json(move)

    def moves_schema(self) -> JsonObject:
        return moves_schema()

    def notation(self, state: State, move: AnyMove) -> str:
        return spelled_move(state, move)

    def parse_notation(self, state: State, seat: int, text: str) -> AnyMove:  # noqa: ARG002
        return parse_move(text)

    def move_of(self, event: AnyEvent) -> AnyMove:
        return move_of(event)

    def event_type(self, event: AnyEvent) -> str:
        return EVENT_TYPES[type(event)]

    def event_json(self, event: AnyEvent) -> JsonObject:
        return EVENTS.json(event)

    def event_from_json(self, type_: str, data: JsonObject) -> AnyEvent:
        return cast("AnyEvent", EVENTS.event(type_, data))

    def position_json(self, state: State) -> JsonObject:
        return position_json(state)

    def position_from_json(self, setup: Setup, data: JsonObject) -> State:
        return position_from_json(_table(setup), data)

    def imagined(self, state: State, seat: int | None, chance: Chance) -> State:
        return imagined(state, seat, chance)


_NO_LAYOUT = Layout((), (), ())


def _table(setup: Setup) -> Table:
    """The table before the deal, which lays the land and says who begins."""
    land = Land(setup.board.topology, setup.board.layout or _NO_LAYOUT)
    return Table(setup.board, land, setup.options, setup.seats, setup.first_seat or 0)
