"""The JSON of one kind of move or order: strict decoding with faults by field, and its schema."""

from reprlib import repr as brief
from typing import Any, get_origin

import msgspec
from msgspec import NODEFAULT, ValidationError, inspect, structs

from domain.errors import Malformed
from domain.record.prepared_types import prepare
from domain.record.visibility import JsonObject
from domain.wire.kinds import TYPE, tags_of
from domain.wire.values import in_words, is_each_once, schema_of


class Form:
    """A kind of move or order as JSON, by its tags and fields."""

    def __init__(self, kind: Any, noun: str = "move") -> None:
        prepare(kind)
        self._kind, self._noun, self.tags = kind, noun, tags_of(kind)
        self._doc = (get_origin(kind) or kind).__doc__ or ""
        self._fields = inspect.type_info(kind).fields  # type: ignore[attr-defined]
        self._hints = {field.encode_name: field.type for field in structs.fields(kind)}
        self._once = [field.name for field in self._fields if is_each_once(field.type)]
        # msgspec knows one tag a class: in forms of one type it is the form's tag, not the type.
        self._strips_type = len(self.tags) > 1

    def read(self, body: JsonObject) -> Any:
        """Return the value of a body with these tags. Raises Malformed with all faults."""
        stated = body
        if self._strips_type:
            stated = {name: value for name, value in body.items() if name != TYPE}
        try:
            # Read at once. Only a body that does not fit is read field by field, so that messages
            # do not depend on msgspec's.
            move = msgspec.convert(stated, self._kind)
        except ValidationError as error:
            raise Malformed(self._faults(body)) from error
        # msgspec does not check `uniqueItems`.
        if any(_has_repeats(getattr(move, name)) for name in self._once):
            raise Malformed(self._faults(body))
        return move

    def _faults(self, body: JsonObject) -> dict[str, list[str]]:
        """Return the faults of a body by field, each field read alone."""
        known = {*self.tags, *self._hints}
        names = ", ".join(sorted(known)) or "none"
        faults = {
            str(name): [f"is no field of this {self._noun}; it has: {names}."]
            # Unknown fields are faults, as a misspelt optional one would otherwise be ignored.
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
        """Return the JSON Schema of the kind; its type, if it has one, is the title."""
        return {
            **({"title": self.tags[TYPE]} if TYPE in self.tags else {}),
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
