"""The JSON and notation of Alexander the Great, as the wire's contract."""

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.events import AnyEvent, move_of
from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.rules import Options, Rules
from domain.alexander_the_great.state import Phase, State, Table
from domain.alexander_the_great.wire import shapes
from domain.alexander_the_great.wire.boards import BOARDS
from domain.alexander_the_great.wire.events import EVENTS
from domain.alexander_the_great.wire.facts import move_facts
from domain.alexander_the_great.wire.move_notation import parse_move
from domain.alexander_the_great.wire.moves import MOVES
from domain.alexander_the_great.wire.positions import position_from_json, position_json
from domain.alexander_the_great.wire.view import view
from domain.settlers.wire import shapes as base_shapes
from domain.settlers.wire.moves import cards_shapes
from domain.wire.contract import Shapes, Wire
from domain.wire.options import OptionCodec


def wire(rules: Rules) -> Wire[State, AnyMove, AnyEvent]:
    """Return the wire form of one version of the rules."""
    return Wire(
        options=OptionCodec("Options of Alexander the Great", Options),
        boards=BOARDS,
        moves=MOVES,
        events=EVENTS,
        shapes=Shapes(
            phase=Phase,
            state=shapes.State,
            board=shapes.Board,
            topology=base_shapes.Topology,
            facts=shapes.FACTS,
            cards=cards_shapes(Good),
        ),
        position_json=position_json,
        position_from_json=lambda setup, data: position_from_json(Table.of(setup, rules), data),
        view=view,
        move_facts=move_facts,
        parse_notation=lambda _, text: parse_move(text),
        move_of=move_of,
    )
