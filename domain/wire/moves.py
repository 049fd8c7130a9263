"""The moves of any ruleset as JSON: strict decoding with faults by field, encoding and schema."""

from collections.abc import Mapping
from reprlib import repr as brief
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from domain.errors import Malformed
from domain.record.visibility import JsonObject
from domain.wire.forms import Form
from domain.wire.kinds import TYPE, type_of

M = TypeVar("M", bound="Move")
T = TypeVar("T")


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field=TYPE):
    """A move as a seat asks for it.

    A kind is a subclass whose ``tag`` is its public type, and whose docstring describes it to
    clients. Forms of one type derive from a class with its tag, and differ by a tag of their own,
    such as ``tag_field="from", tag="hand"``.
    """

    @property
    def is_independent(self) -> bool:
        """True if the move stays valid when other seats move first."""
        return False


class MoveCodec(Generic[M]):
    """Reads, writes and describes a union of moves.

    ``argument`` is the type argument of its generic kinds.
    """

    def __init__(
        self, union: Any, title: str, description: str, argument: type | None = None
    ) -> None:
        self._title, self._description = title, description
        self._forms = [
            Form(kind if get_origin(kind) is None else get_origin(kind)[argument])
            for kind in get_args(union)
        ]
        self._by_type: dict[str, list[Form]] = {}
        for form in self._forms:
            self._by_type.setdefault(form.tags[TYPE], []).append(form)
        self.types = tuple(self._by_type)
        self._encode = msgspec.json.Encoder().encode
        self._decode = msgspec.json.Decoder().decode

    def read(self, body: Any) -> M:
        """Return the move of a body. Raises Malformed with all faults, by field."""
        if not isinstance(body, dict):
            raise Malformed({"move": [f"must be an object with a type, not {brief(body)}."]})
        forms = _named(TYPE, body, self._by_type)
        if len(forms) > 1:
            # One field distinguishes all forms of a type, so the first form names it.
            mark = next(field for field in forms[0].tags if field != TYPE)
            forms = _named(mark, body, {form.tags[mark]: [form] for form in forms})
        move: M = forms[0].read(body)
        return move

    def json(self, move: Move) -> JsonObject:
        """Return the move as JSON that ``read`` can read, without its open fields."""
        stated: JsonObject = self._decode(self._encode(move))
        # No field of a move has the value null: an open field is left out.
        if None in stated.values():
            stated = {name: value for name, value in stated.items() if value is not None}
        return stated if TYPE in stated else {TYPE: type_of(type(move)), **stated}

    def schema(self) -> JsonObject:
        """Return the JSON Schema of the moves: one of the kinds, distinguished by ``type``."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self._title,
            "description": self._description,
            "oneOf": [form.schema() for form in self._forms],
        }


def _named(name: str, body: JsonObject, known: Mapping[str, T]) -> T:
    """Return the entry that a field of the body names. Raises Malformed if there is none."""
    value = body.get(name)
    if isinstance(value, str) and value in known:
        return known[value]
    words = f"must be one of {', '.join(known)}"
    raise Malformed(
        {name: [f"{words}, not {brief(value)}." if name in body else f"is missing; it {words}."]}
    )
