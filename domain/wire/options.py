"""The options of any ruleset as JSON: their schema, and strict decoding."""

from dataclasses import dataclass, fields
from reprlib import repr as brief
from typing import Any, Generic, TypeVar

import msgspec

from domain.errors import Malformed
from domain.record.visibility import JsonObject

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OptionCodec(Generic[T]):
    """Schema and decoding of a dataclass of options.

    Each field of the dataclass has its JSON Schema as metadata, and a default.
    """

    title: str
    options: type[T]

    def schema(self) -> JsonObject:
        """Return the JSON Schema of the options, with defaults."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.title,
            "type": "object",
            "additionalProperties": False,
            "properties": {
                option.name: {**option.metadata, "default": option.default}
                for option in fields(self.options)  # type: ignore[arg-type]
            },
        }

    def read(self, body: Any) -> T:
        """Return the options of a JSON body, with defaults. Raises Malformed, by field."""
        # A game without options is one with all defaults.
        if body is None:
            return self.options()
        if not isinstance(body, dict):
            raise Malformed({"options": [f"must be an object of options, not {brief(body)}."]})
        known = self.schema()["properties"]
        faults = {name: _fault(value, name, known) for name, value in body.items()}
        if errors := {f"options.{name}": [fault] for name, fault in faults.items() if fault}:
            raise Malformed(errors)
        return self.options(**body)

    def json(self, options: T) -> JsonObject:
        """Return the options as JSON, defaults included."""
        body: JsonObject = msgspec.to_builtins(options)
        return body


def _fault(value: object, name: str, known: JsonObject) -> str | None:
    """Return the message for a value that is not allowed, None if it is."""
    if name not in known:
        return f"is no option; there are: {', '.join(known)}."
    schema = known[name]
    match schema:
        case {"type": "boolean"}:
            # Checked before `enum` and numbers, where true would pass as 1.
            fits, legal = isinstance(value, bool), "true or false"
        case {"enum": words}:
            # The type is checked too: to Python, true is in [8, 0, 1].
            fits = type(value) is type(words[0]) and value in words
            legal = f"one of {', '.join(map(str, words))}"
        case _:
            least, greatest = schema["minimum"], schema["maximum"]
            fits = type(value) is int and least <= value <= greatest
            legal = f"a whole number from {least} to {greatest}"
    return None if fits else f"must be {legal}, not {brief(value)}."
