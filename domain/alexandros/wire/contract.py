"""The JSON and notation of Alexandros, as the wire's contract."""

from domain.alexandros.events import AnyEvent, move_of
from domain.alexandros.moves import AnyMove
from domain.alexandros.rules import Options
from domain.alexandros.state import Phase, State, Table
from domain.alexandros.wire import shapes
from domain.alexandros.wire.boards import BOARDS
from domain.alexandros.wire.events import EVENTS
from domain.alexandros.wire.facts import move_facts
from domain.alexandros.wire.move_notation import parse_move
from domain.alexandros.wire.moves import MOVES
from domain.alexandros.wire.positions import position_from_json, position_json
from domain.alexandros.wire.view import view
from domain.wire.contract import Shapes, Wire
from domain.wire.options import OptionCodec

WIRE: Wire[State, AnyMove, AnyEvent] = Wire(
    options=OptionCodec("Options of Alexandros", Options),
    boards=BOARDS,
    moves=MOVES,
    events=EVENTS,
    shapes=Shapes(
        phase=Phase,
        state=shapes.State,
        board=shapes.Board,
        topology=shapes.Topology,
        facts=shapes.FACTS,
    ),
    position_json=position_json,
    position_from_json=lambda setup, data: position_from_json(Table.of(setup), data),
    view=view,
    move_facts=move_facts,
    parse_notation=parse_move,
    move_of=move_of,
)
