"""Heap's JSON and notation, as the kernel's contract sees them."""

from domain.heap.events import AnyEvent, move_of
from domain.heap.moves import AnyMove
from domain.heap.rules import Options
from domain.heap.state import Phase, State
from domain.heap.wire import shapes
from domain.heap.wire.boards import BOARDS
from domain.heap.wire.events import EVENTS
from domain.heap.wire.move_notation import format_move, parse_move
from domain.heap.wire.moves import MOVES
from domain.heap.wire.positions import position_from_json, position_json
from domain.heap.wire.view import view

from domain.wire.contract import Shapes, Wire
from domain.wire.options import OptionCodec

WIRE: Wire[State, AnyMove, AnyEvent] = Wire(
    options=OptionCodec("Options of heap", Options),
    boards=BOARDS,
    moves=MOVES,
    events=EVENTS,
    shapes=Shapes(
        phase=Phase,
        state=shapes.State,
        board=shapes.Board,
        topology=shapes.Topology,
        facts=(shapes.Facts,),
    ),
    position_json=position_json,
    position_from_json=position_from_json,
    view=view,
    move_facts=lambda state, _, moves: [{"notation": format_move(state, m)} for m in moves],
    parse_notation=parse_move,
    move_of=move_of,
)
