"""Moves as lines of text: those of settlers, and ``march``, ``bid 3``, ``pass``, ``pay 2 gold``."""

from collections.abc import Mapping

from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.state import State
from domain.alexander_the_great.wire.moves import MOVES
from domain.record.visibility import JsonObject
from domain.settlers.wire import move_notation as settlers
from domain.settlers.wire.move_notation import CARDS, NUMBER, Form, cards_read, cards_written
from domain.wire.moves import Move


def _pay() -> Form:
    """Cards and knights, each left out where there are none."""

    def write(move: JsonObject) -> str:
        cards = [cards_written(move["cards"])] if move["cards"] else []
        knights = [f"knights {move['knights']}"] if move["knights"] else []
        return " ".join(["pay", *cards, *knights])

    def read(found: Mapping[str, str]) -> JsonObject:
        return {"cards": cards_read(found["cards"] or ""), "knights": int(found["n"] or 0)}

    pattern = rf"pay(?: (?P<cards>{CARDS}))?(?: knights (?P<n>{NUMBER}))?"
    return Form("pay", pattern, "pay 1 wool 2 gold knights 1", write, read)


FORMS = (
    settlers.bare("march", "march"),
    settlers.numbered("bid", "bid", "bid"),
    settlers.bare("pass", "pass"),
    _pay(),
    settlers.numbered("choose_advisor", "advisor", "from"),
    *settlers.FORMS,
)


def spelled_move(state: State, move: Move) -> str:
    """The move as a line of text that ``parse_move`` takes back."""
    return settlers.written(FORMS, settlers.stated(state.base, move))


def parse_move(text: str) -> AnyMove:
    """The move that a text asks for; whether it is legal is for ``decide``. Raises Malformed."""
    return MOVES.read(settlers.stated_in(FORMS, text))
