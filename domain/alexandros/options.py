"""The options of a game of Alexandros: their defaults, schema and strict decoding."""

from dataclasses import dataclass, field, fields
from reprlib import repr as brief
from typing import Any, Literal

from domain.errors import Malformed
from domain.visibility import JsonObject

LEAST_TARGET, GREATEST_TARGET = 10, 300


@dataclass(frozen=True, slots=True)
class Options:
    """What the host may choose (A6, A15, A20)."""

    joker: Literal["closest", "any"] = field(
        default="closest",
        metadata={
            "type": "string",
            "enum": ["closest", "any"],
            "description": "A6: a display card whose symbol has no free space left is a joker. "
            "'closest': it leads to a closest free space of the symbol named; "
            "'any': to any free space of that symbol, at any distance (the German text).",
        },
    )
    compensation_rounding: Literal["up", "down"] = field(
        default="up",
        metadata={
            "type": "string",
            "enum": ["up", "down"],
            "description": "A15: half of an odd number of cards played in a takeover goes to the "
            "loser rounded 'up' (German, English) or 'down' (Dutch).",
        },
    )
    two_seat_compensation: bool = field(
        default=False,
        metadata={
            "type": "boolean",
            "description": "A15: whether the loser of a takeover is compensated with two seats "
            "too (Dutch) or not (German, English).",
        },
    )
    target_score: int = field(
        default=100,
        metadata={
            "type": "integer",
            "minimum": LEAST_TARGET,
            "maximum": GREATEST_TARGET,
            "description": "A20: the points that end the game at a levy: 100; in the Dutch text "
            "101.",
        },
    )


def options_schema() -> JsonObject:
    """JSON Schema of the options, with defaults and the rule each one turns on."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Options of Alexandros",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            option.name: {**option.metadata, "default": option.default}
            for option in fields(Options)
        },
    }


def options_from_json(given: Any) -> Options:
    """The options from their JSON, defaults filled in. Raises Malformed, by field."""
    if given is None:
        return Options()
    if not isinstance(given, dict):
        raise Malformed({"options": [f"must be an object of options, not {brief(given)}."]})
    known = {option.name: option for option in fields(Options)}
    errors = {}
    for name, value in given.items():
        message = (
            _fault(value, dict(known[name].metadata))
            if name in known
            else f"is no option; there are: {', '.join(known)}."
        )
        if message is not None:
            errors[f"options.{name}"] = [message]
    if errors:
        raise Malformed(errors)
    return Options(**given)


def options_json(options: Options) -> JsonObject:
    """The options as JSON, every one of them stated."""
    return {option.name: getattr(options, option.name) for option in fields(Options)}


def _fault(value: object, schema: JsonObject) -> str | None:
    """What a value ought to have been, None where it fits."""
    match schema["type"]:
        case "boolean":
            fits, legal = isinstance(value, bool), "true or false"
        case "integer":
            least, greatest = schema["minimum"], schema["maximum"]
            fits = type(value) is int and least <= value <= greatest
            legal = f"a whole number from {least} to {greatest}"
        case _:
            fits = isinstance(value, str) and value in schema["enum"]
            legal = f"one of {', '.join(schema['enum'])}"
    return None if fits else f"must be {legal}, not {brief(value)}."
