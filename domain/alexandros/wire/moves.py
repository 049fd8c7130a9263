"""Moves as JSON, decoded strictly: a fault is named by field, with the value and what fits."""

from collections.abc import Callable
from reprlib import repr as brief
from typing import Any, Literal, TypeVar, assert_never

from domain.alexandros.board import SYMBOLS, Symbol
from domain.alexandros.cards import INDEX, Counts, from_list
from domain.alexandros.moves import (
    MOVE_TYPES,
    ChooseDisplayCard,
    ChooseHandCard,
    EndTurn,
    LevyTaxes,
    March,
    Move,
    Occupy,
    Recall,
    Resign,
    TakeDisplayCard,
    TakeOver,
    TakeSupplyCard,
)
from domain.errors import Malformed
from domain.record.visibility import JsonObject

T = TypeVar("T")

_SYMBOL = {symbol.value: symbol for symbol in SYMBOLS}
Pair = tuple[int, int]


class Fault(Exception):
    """What is wrong with one field."""


def move_from_json(given: Any) -> Move:
    """A move from its JSON. Raises Malformed, with messages by field."""
    if not isinstance(given, dict):
        raise Malformed({"move": [f"must be an object with a type, not {brief(given)}."]})
    name = given.get("type")
    if not isinstance(name, str) or name not in _READERS:
        raise Malformed({"type": [f"must be one of {', '.join(_READERS)}, not {brief(name)}."]})
    return _READERS[name](Fields(given))


class Fields:
    """An object's fields, read one by one; ``done`` raises all faults found together."""

    def __init__(self, given: JsonObject) -> None:
        self._given = given
        self._known = {"type"}
        self._errors: dict[str, list[str]] = {}

    def has(self, name: str) -> bool:
        """Whether the field is stated."""
        return name in self._given

    def one_of(self, name: str, *words: str) -> str:
        """A word of a list; the first of them where it is faulty."""
        return self._read(name, lambda value: _word(value, words), words[0])

    def slot(self) -> Literal[0, 1]:
        """A display slot."""
        return self._read("slot", _slot, 0)

    def symbol(self, name: str) -> Symbol:
        """A symbol by its name."""
        return self._read(name, _symbol, SYMBOLS[0])

    def space(self, name: str) -> Pair:
        """A space, [row, column]."""
        return self._read(name, lambda value: _pair(value, "a space [row, column]"), (0, 0))

    def spaces(self, name: str) -> tuple[Pair, ...]:
        """A list of spaces, at least one, none twice."""
        return self._read(name, lambda value: _unlike(_list(value, "a space [row, column]")), ())

    def path(self, name: str) -> tuple[Pair, ...]:
        """A list of points, at least one."""
        return self._read(name, lambda value: _list(value, "a point [x, y]"), ())

    def counts(self, name: str) -> Counts:
        """Cards by symbol."""
        return self._read(name, _counts, (0, 0, 0, 0, 0))

    def done(self, move: Move) -> Move:
        """The move, if every field was known and sound. Raises Malformed."""
        for name in self._given.keys() - self._known:
            known = ", ".join(sorted(self._known))
            self._errors[str(name)] = [f"is no field of this move; it has: {known}."]
        if self._errors:
            raise Malformed(self._errors)
        return move

    def _read(self, name: str, reader: Callable[[Any], T], default: T) -> T:
        self._known.add(name)
        if name not in self._given:
            self._errors[name] = ["is missing."]
            return default
        try:
            return reader(self._given[name])
        except Fault as fault:
            self._errors[name] = [str(fault)]
            return default


def _choose_card(fields: Fields) -> Move:
    if fields.one_of("from", "display", "hand") == "hand":
        return fields.done(ChooseHandCard(fields.symbol("card")))
    slot = fields.slot()
    joker = fields.symbol("joker") if fields.has("joker") else None
    return fields.done(ChooseDisplayCard(slot, joker))


def _march(fields: Fields) -> Move:
    return fields.done(March(fields.space("space"), fields.path("path")))


def _take_card(fields: Fields) -> Move:
    if fields.one_of("from", "supply", "display") == "supply":
        return fields.done(TakeSupplyCard())
    return fields.done(TakeDisplayCard(fields.slot()))


def _occupy(fields: Fields) -> Move:
    return fields.done(Occupy(fields.space("province"), fields.spaces("governors")))


def _take_over(fields: Fields) -> Move:
    province, governors = fields.space("province"), fields.spaces("governors")
    given = fields.counts("compensation") if fields.has("compensation") else None
    return fields.done(TakeOver(province, governors, given))


_READERS: dict[str, Callable[[Fields], Move]] = {
    "choose_card": _choose_card,
    "march": _march,
    "take_card": _take_card,
    "occupy": _occupy,
    "take_over": _take_over,
    "levy_taxes": lambda fields: fields.done(LevyTaxes(fields.symbol("card"))),
    "recall": lambda fields: fields.done(Recall(fields.space("space"))),
    "end_turn": lambda fields: fields.done(EndTurn()),
    "resign": lambda fields: fields.done(Resign()),
}


def _word(value: Any, words: tuple[str, ...]) -> str:
    if isinstance(value, str) and value in words:
        return value
    raise Fault(f"must be one of {', '.join(words)}, not {brief(value)}.")


def _slot(value: Any) -> Literal[0, 1]:
    if type(value) is int and value in (0, 1):
        return 0 if value == 0 else 1
    raise Fault(f"must be a display slot, 0 or 1, not {brief(value)}.")


def _symbol(value: Any) -> Symbol:
    return _SYMBOL[_word(value, tuple(_SYMBOL))]


def _pair(value: Any, what: str) -> Pair:
    if isinstance(value, list) and [type(part) for part in value] == [int, int]:
        return (value[0], value[1])
    raise Fault(f"must be {what} of two whole numbers, not {brief(value)}.")


def _list(value: Any, what: str) -> tuple[Pair, ...]:
    if not isinstance(value, list) or not value:
        raise Fault(f"must be a list with at least {what}, not {brief(value)}.")
    return tuple(_pair(item, f"a list, each item {what}") for item in value)


def _unlike(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    for place, pair in enumerate(pairs):
        if pair in pairs[:place]:
            raise Fault(f"names {list(pair)} twice.")
    return pairs


def _counts(value: Any) -> Counts:
    if not isinstance(value, dict):
        raise Fault(f"must be an object of numbers by symbol, not {brief(value)}.")
    numbers = [0] * len(INDEX)
    for name, number in value.items():
        place = INDEX[_symbol(name)]
        if type(number) is not int or number < 0:
            raise Fault(f"has {brief(number)} for {name}; cards are counted from 0.")
        numbers[place] = number
    return from_list(numbers)


def move_json(move: Move) -> JsonObject:
    """A move as the API writes it."""
    return {"type": MOVE_TYPES[type(move)], **_move_fields(move)}


def _move_fields(move: Move) -> JsonObject:  # noqa: PLR0911 - one case a kind
    match move:
        case ChooseDisplayCard(slot, joker):
            choice: JsonObject = {"from": "display", "slot": slot}
            return choice if joker is None else {**choice, "joker": joker.value}
        case ChooseHandCard(card):
            return {"from": "hand", "card": card.value}
        case March(space, path):
            return {"space": list(space), "path": _lists(path)}
        case TakeSupplyCard():
            return {"from": "supply"}
        case TakeDisplayCard(slot):
            return {"from": "display", "slot": slot}
        case Occupy(province, governors):
            return {"province": list(province), "governors": _lists(governors)}
        case TakeOver(province, governors, given):
            takeover: JsonObject = {"province": list(province), "governors": _lists(governors)}
            return takeover if given is None else {**takeover, "compensation": _given(given)}
        case LevyTaxes(card):
            return {"card": card.value}
        case Recall(space):
            return {"space": list(space)}
        case EndTurn() | Resign():
            return {}
        case _:
            assert_never(move)


def _given(counts: Counts) -> dict[str, int]:
    return {name: n for name, n in zip(_SYMBOL, counts, strict=True) if n}


def _lists(pairs: tuple[Pair, ...]) -> list[list[int]]:
    return [[a, b] for a, b in pairs]
