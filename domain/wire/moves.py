"""The moves of any ruleset as JSON: strict decoding with faults by field, encoding and schema."""

from collections.abc import Mapping
from reprlib import repr as brief
from typing import Any, Generic, TypeVar, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct, ValidationError, inspect, structs

from domain.errors import Malformed
from domain.record.visibility import JsonObject
from domain.wire.kinds import TYPE, tags_of, type_of
from domain.wire.values import in_words, is_each_once, schema_of

M = TypeVar("M", bound="Move")
T = TypeVar("T")


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field=TYPE):
    """A move as a seat asks for it.

    A kind is a subclass whose ``tag`` is its public type, and whose docstring describes it to
    clients. Forms of one type derive from a class with its tag, and differ by a tag of their own,
    such as ``tag_field="from", tag="hand"``.
    """


class MoveCodec(Generic[M]):
    """Reads, writes and describes a union of moves; ``argument`` is that of its generic kinds."""

    def __init__(
        self, union: Any, title: str, description: str, argument: type | None = None
    ) -> None:
        self._title, self._description = title, description
        self._forms = [
            _Form(kind if get_origin(kind) is None else get_origin(kind)[argument])
            for kind in get_args(union)
        ]
        self._by_type: dict[str, list[_Form]] = {}
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
            mark = next(field for field in forms[0].tags if field != TYPE)
            forms = _named(mark, body, {form.tags[mark]: [form] for form in forms})
        move: M = forms[0].read(body)
        return move

    def json(self, move: Move) -> JsonObject:
        """Return the move as JSON that ``read`` takes back, without its open fields."""
        stated: JsonObject = self._decode(self._encode(move))
        if None in stated.values():
            stated = {name: value for name, value in stated.items() if value is not None}
        return stated if TYPE in stated else {TYPE: type_of(type(move)), **stated}

    def schema(self) -> JsonObject:
        """Return the JSON Schema of the moves: one of the kinds, told apart by ``type``."""
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


class _Form:
    """A kind of move as JSON, by its tags and fields.

    A body is converted at once; only one that does not fit is read field by field, for messages
    that do not depend on msgspec's.
    """

    def __init__(self, kind: Any) -> None:
        self._kind, self.tags = kind, tags_of(kind)
        self._doc = (get_origin(kind) or kind).__doc__ or ""
        self._fields = inspect.type_info(kind).fields  # type: ignore[attr-defined]
        self._hints = {field.encode_name: field.type for field in structs.fields(kind)}
        self._once = [field.name for field in self._fields if is_each_once(field.type)]
        self._strips_type = len(self.tags) > 1

    def read(self, body: JsonObject) -> Any:
        """Return the move of a body with these tags. Raises Malformed with all faults."""
        stated = body
        if self._strips_type:
            stated = {name: value for name, value in body.items() if name != TYPE}
        try:
            move = msgspec.convert(stated, self._kind)
        except ValidationError as error:
            raise Malformed(self._faults(body)) from error
        if any(_has_repeats(getattr(move, name)) for name in self._once):
            raise Malformed(self._faults(body))
        return move

    def _faults(self, body: JsonObject) -> dict[str, list[str]]:
        """Return the faults of a body by field, each field read alone."""
        known = {*self.tags, *self._hints}
        faults = {
            str(name): [f"is no field of this move; it has: {', '.join(sorted(known))}."]
            for name in body.keys() - known
        }
        for field in self._fields:
            if fault := self._fault(field, body):
                faults[field.encode_name] = [fault]
        return faults

    def _fault(self, field: inspect.Field, body: JsonObject) -> str | None:
        """Return the fault of one field, None where it fits."""
        name = field.encode_name
        if name not in body:
            return "is missing." if field.required else None
        try:
            value = msgspec.convert(body[name], self._hints[name])
            is_legal = field.name not in self._once or not _has_repeats(value)
        except ValidationError:
            is_legal = False
        return None if is_legal else f"must be {in_words(field.type)}, not {brief(body[name])}."

    def schema(self) -> JsonObject:
        """Return the JSON Schema of the kind, its type as the title."""
        return {
            "title": self.tags[TYPE],
            "description": " ".join(self._doc.split()),
            "type": "object",
            "properties": {
                **{name: {"const": tag} for name, tag in self.tags.items()},
                **{field.encode_name: _field_schema(field) for field in self._fields},
            },
            "required": [*self.tags, *(each.encode_name for each in self._fields if each.required)],
            "additionalProperties": False,
        }


def _field_schema(field: inspect.Field) -> JsonObject:
    schema = schema_of(field.type)
    return schema if field.default is NODEFAULT else {**schema, "default": field.default}


def _has_repeats(values: tuple[Any, ...]) -> bool:
    return len(set(values)) < len(values)
