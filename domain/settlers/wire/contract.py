"""The JSON and notation of settlers, as the wire's contract."""

from domain.settlers.cards import Resource
from domain.settlers.events import AnyEvent, move_of
from domain.settlers.moves import AnyMove
from domain.settlers.rules import Options, Rules
from domain.settlers.state import Phase, State, Table
from domain.settlers.wire import shapes
from domain.settlers.wire.boards import BOARDS
from domain.settlers.wire.events import EVENTS
from domain.settlers.wire.facts import move_facts
from domain.settlers.wire.move_notation import parse_move
from domain.settlers.wire.moves import MOVES, cards_shapes
from domain.settlers.wire.positions import position_from_json, position_json
from domain.settlers.wire.view import view
from domain.wire.contract import Shapes, Wire
from domain.wire.options import OptionCodec


def wire(rules: Rules) -> Wire[State, AnyMove, AnyEvent]:
    """Return the wire form of one version of the rules."""
    return Wire(
        options=OptionCodec("Options of settlers", Options),
        boards=BOARDS,
        moves=MOVES,
        events=EVENTS,
        shapes=Shapes(
            phase=Phase,
            state=shapes.State,
            board=shapes.Board,
            topology=shapes.Topology,
            facts=shapes.FACTS,
            cards=cards_shapes(Resource),
        ),
        position_json=position_json,
        position_from_json=lambda setup, data: position_from_json(Table.of(setup, rules), data),
        view=view,
        move_facts=move_facts,
        parse_notation=lambda _, text: parse_move(text),
        move_of=move_of,
    )
