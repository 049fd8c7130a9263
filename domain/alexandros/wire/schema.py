"""JSON Schema of the moves, with descriptions that teach the rules they answer to."""

from domain.alexandros.board import SYMBOLS
from domain.record.visibility import JsonObject

_PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_SYMBOL = {"type": "string", "enum": [symbol.value for symbol in SYMBOLS]}
_SLOT = {"type": "integer", "enum": [0, 1]}


def moves_schema() -> JsonObject:
    """JSON Schema of every move: one of the kinds, told apart by ``type``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Moves of Alexandros",
        "description": "Spaces are [row, column], points [x, y]. A turn is: choose a card, march, "
        "up to two actions, end the turn.",
        "oneOf": [
            _choose_display_card(),
            _choose_hand_card(),
            _march(),
            _take_supply_card(),
            _take_display_card(),
            _occupy(),
            _take_over(),
            _levy_taxes(),
            _recall(),
            _move(
                "end_turn",
                "A19: end your turn, even before both actions are used; the "
                "display is refilled to two and the next seat plays.",
            ),
            _move(
                "resign",
                "A23: leave the game, at any time while it goes on; your governors "
                "and cards leave with you and your score cannot win.",
            ),
        ],
    }


def _move(type_: str, description: str, **properties: JsonObject) -> JsonObject:
    """One kind of move; a property marked ``optional`` need not be stated."""
    required = [name for name, schema in properties.items() if not schema.get("optional")]
    stated = {
        name.rstrip("_"): {key: part for key, part in schema.items() if key != "optional"}
        for name, schema in properties.items()
    }
    return {
        "title": type_,
        "description": description,
        "type": "object",
        "properties": {"type": {"const": type_}, **stated},
        "required": ["type", *(name.rstrip("_") for name in required)],
        "additionalProperties": False,
    }


def _choose_display_card() -> JsonObject:
    return _move(
        "choose_card",
        "A1: begin your march with a display card. It goes to your hand, and its slot is refilled "
        "at once; Alexander will march to a closest free space of its symbol.",
        from_={"const": "display"},
        slot=_described(_SLOT, "Which of the two display cards."),
        joker={
            **_described(
                _SYMBOL,
                "A6: when no space of the card's own symbol can be marched to, the card is a joker "
                "and this names the symbol to march to instead; otherwise leave it out.",
            ),
            "optional": True,
        },
    )


def _choose_hand_card() -> JsonObject:
    return _move(
        "choose_card",
        "A1: the special march. A card of your hand is discarded instead, and the display stays. "
        "It is never a joker (A6): a space of its symbol must be there to march to.",
        from_={"const": "hand"},
        card=_described(_SYMBOL, "The card of your hand to discard."),
    )


def _march() -> JsonObject:
    point = _described(_PAIR, "A point [x, y].")
    return _move(
        "march",
        "A4: march to a closest free space of the symbol, to any of its three points, along any "
        "shortest way there; walls go on every side of the way that has none (A5).",
        space=_described(
            _PAIR, "The space, which counts for 'closest' and that Alexander will occupy."
        ),
        path={
            "type": "array",
            "items": point,
            "minItems": 1,
            "description": "The points of the way: Alexander's own first, one of the space's "
            "points last. A path of one point stays where he is.",
        },
    )


def _take_supply_card() -> JsonObject:
    return _move(
        "take_card",
        "A10: an action. Take the supply's top card; an empty supply is made anew from the "
        "discard (A11).",
        from_={"const": "supply"},
    )


def _take_display_card() -> JsonObject:
    return _move(
        "take_card",
        "A10: an action. Take a display card; its slot is refilled when the turn ends.",
        from_={"const": "display"},
        slot=_described(_SLOT, "Which of the two display cards."),
    )


def _occupy() -> JsonObject:
    return _move(
        "occupy",
        "A13: an action. Occupy a province nobody holds: at least one governor of yours on one of "
        "its symbol spaces; each other symbol space costs a matching card or another governor. "
        "Any set of its symbol spaces may get the governors.",
        province=_province(),
        governors=_governors(),
    )


def _take_over() -> JsonObject:
    return _move(
        "take_over",
        "A14: an action, all or nothing. Take over another seat's province: two cards matching "
        "the space of each of its governors, which go home, then occupy it as in A13.",
        province=_province(),
        governors=_governors(),
        compensation={
            "type": "object",
            "properties": {symbol: {"type": "integer", "minimum": 0} for symbol in _SYMBOL["enum"]},
            "additionalProperties": False,
            "description": "A15: which of all the cards you play the loser gets: half of them, "
            "rounded by option, in any choice of yours; the moves listed name one choice. "
            "Leave it out in a game for two, unless the option says otherwise.",
            "optional": True,
        },
    )


def _levy_taxes() -> JsonObject:
    return _move(
        "levy_taxes",
        "A16: an action, once a turn. Discard a card that matches the space of one of your "
        "governors; then every seat scores the open spaces of its provinces with exactly one "
        "governor. The target score ends the game (A20).",
        card=_described(_SYMBOL, "The card of your hand to discard."),
    )


def _recall() -> JsonObject:
    return _move(
        "recall",
        "A17: an action. Take one of your governors back; with the last one the province is "
        "nobody's.",
        space=_described(_PAIR, "The space [row, column] your governor stands on."),
    )


def _province() -> JsonObject:
    return _described(_PAIR, "Any space [row, column] of the province (A12).")


def _governors() -> JsonObject:
    return {
        "type": "array",
        "items": _described(_PAIR, "A symbol space [row, column]."),
        "minItems": 1,
        "uniqueItems": True,
        "description": "The symbol spaces of the province that get a governor of yours; the "
        "others are paid with cards.",
    }


def _described(schema: JsonObject, description: str) -> JsonObject:
    return {**schema, "description": description}
