"""The JSON and notation of Alexandros, as the wire's contract."""

from domain.alexandros.events import AnyEvent, move_of
from domain.alexandros.moves import AnyMove
from domain.alexandros.rules import Options
from domain.alexandros.state import Phase, State, Table
from domain.alexandros.wire import shapes
from domain.alexandros.wire.boards import (
    board_from_json,
    board_json,
    board_named,
    faults_of_json,
    topology_json,
)
from domain.alexandros.wire.events import EVENTS
from domain.alexandros.wire.facts import move_facts
from domain.alexandros.wire.move_notation import format_move, parse_move
from domain.alexandros.wire.moves import MOVES
from domain.alexandros.wire.positions import position_from_json, position_json
from domain.alexandros.wire.view import view
from domain.wire.contract import Shapes, Wire
from domain.wire.options import OptionCodec

WIRE: Wire[State, AnyMove, AnyEvent] = Wire(
    options=OptionCodec("Options of Alexandros", Options),
    moves=MOVES,
    events=EVENTS,
    shapes=Shapes(
        phase=Phase,
        state=shapes.State,
        board=shapes.Board,
        topology=shapes.Topology,
        facts=shapes.FACTS,
    ),
    board=lambda body: board_named(body) if isinstance(body, str) else board_from_json(body),
    board_faults=faults_of_json,
    board_json=board_json,
    topology_json=topology_json,
    board_weight=lambda board: int(board.weight),
    position_json=position_json,
    position_from_json=lambda setup, data: position_from_json(Table.of(setup), data),
    view=view,
    move_facts=move_facts,
    notation=format_move,
    parse_notation=parse_move,
    move_of=move_of,
)
