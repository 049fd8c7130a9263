"""Moves as JSON, decoded strictly: a fault is named by field."""

import re
from collections.abc import Iterable
from enum import StrEnum
from reprlib import repr as brief
from typing import Any, Union, get_args, get_origin

import msgspec

from domain.errors import Malformed
from domain.record.visibility import JsonObject
from domain.settlers.cards import Resource
from domain.settlers.moves import AnyMove, Move

_AT = re.compile(r"^(?P<what>.*?)(?: - at (?:`key` in )?`\$(?P<path>[^`]*)`)?$", re.DOTALL)
_FIELD = re.compile(r"(?:missing required|unknown) field `(?P<field>[^`]+)`")


class MoveCodec:
    """Reads the moves of a union, those of trade for what may be traded."""

    def __init__(self, moves: Any, goods: type[StrEnum]) -> None:
        self.goods = goods
        self.kinds = tuple(
            kind if get_origin(kind) is None else get_origin(kind)[goods]
            for kind in get_args(moves)
        )
        self.types = [_tag(kind) for kind in self.kinds]
        self._union = Union[self.kinds]  # noqa: UP007 - made of a tuple

    def move(self, given: Any) -> Any:
        """One of the kinds of moves. Raises Malformed, with messages by field."""
        if not isinstance(given, dict):
            raise Malformed({"move": [f"must be an object with a type, not {brief(given)}."]})
        if (type_ := given.get("type")) not in self.types:
            raise Malformed({"type": [f"must be one of {_or(self.types)}, not {brief(type_)}."]})
        try:
            return msgspec.convert(given, self._union)
        except msgspec.ValidationError as error:
            raise Malformed(self._faults(str(error))) from error

    def _faults(self, message: str) -> dict[str, list[str]]:
        """What msgspec says is wrong, by the field it says it of."""
        found = _AT.match(message)
        assert found is not None
        what, path = found["what"], (found["path"] or "").lstrip(".")
        if field := _FIELD.search(what):
            path = ".".join(filter(None, (path, field["field"])))
        legal = f"; there are: {_or(self.goods)}" if "enum" in what else ""
        return {path.replace("[...]", "") or "move": [f"{what}{legal}."]}


def _tag(kind: Any) -> str:
    return str((get_origin(kind) or kind).__struct_config__.tag)


def _or(names: Iterable[str]) -> str:
    return ", ".join(names)


CODEC = MoveCodec(AnyMove, Resource)


def move_from_json(given: Any) -> AnyMove:
    """A move from its JSON. Raises Malformed, with messages by field."""
    move: AnyMove = CODEC.move(given)
    return move


def move_json(move: Move) -> JsonObject:
    """The move as JSON that ``move_from_json`` takes back; what is not stated is left out."""
    stated: JsonObject = msgspec.to_builtins(move)
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in stated.items()
        if value is not None
    }
