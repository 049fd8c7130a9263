"""Moves as lines of text: those of settlers, and ``march``, ``bid 3``, ``pass``, ``pay 2 gold``."""

from collections.abc import Mapping

from domain.alexander_the_great.moves import AnyMove
from domain.alexander_the_great.state import State
from domain.alexander_the_great.wire.moves import MOVES
from domain.record.visibility import JsonObject
from domain.settlers.wire import move_notation as base_move_notation
from domain.settlers.wire.move_notation import CARDS, NUMBER, Form, format_cards, parse_cards
from domain.wire.moves import Move


def _pay() -> Form:
    """Return the form of a payment: cards and knights, either left out if there are none."""

    def write(move: JsonObject) -> str:
        cards = [format_cards(move["cards"])] if move["cards"] else []
        knights = [f"knights {move['knights']}"] if move["knights"] else []
        return " ".join(["pay", *cards, *knights])

    def read(groups: Mapping[str, str]) -> JsonObject:
        return {"cards": parse_cards(groups["cards"] or ""), "knights": int(groups["n"] or 0)}

    pattern = rf"pay(?: (?P<cards>{CARDS}))?(?: knights (?P<n>{NUMBER}))?"
    return Form("pay", pattern, "pay 1 wool 2 gold knights 1", write, read)


FORMS = (
    base_move_notation.bare("march", "march"),
    base_move_notation.numbered("bid", "bid", "bid"),
    base_move_notation.bare("pass", "pass"),
    _pay(),
    base_move_notation.numbered("choose_advisor", "advisor", "from"),
    # These come after the scenario's own: the first form whose pattern fits is taken.
    *base_move_notation.FORMS,
)


def format_move(state: State, move: Move) -> str:
    """Return the move as a line of text; ``parse_move`` reads it back."""
    return base_move_notation.format_fields(FORMS, base_move_notation.move_fields(state.base, move))


def parse_move(text: str) -> AnyMove:
    """Return the move of a line; ``decide`` judges if it is legal. Raises Malformed."""
    return MOVES.read(base_move_notation.parse_fields(FORMS, text))
