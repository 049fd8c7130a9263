"""JSON Schemas from the types that describe a ruleset's JSON."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from domain.record.outcome import Outcome
from domain.record.visibility import Audience, JsonObject, Visibility

Ref = Callable[[str], JsonObject]
"""Returns a reference to the schema of a name."""

OUTCOME = Outcome.__name__
"""The only name that all rulesets share."""


def schemas(types: Iterable[Any], ref: Ref) -> dict[str, JsonObject]:
    """Return the JSON Schemas of types, and of all types in their fields, by name."""
    _, components = msgspec.json.schema_components(types, ref_template="{name}")
    plain = {_bare(name): _plain(schema, ref) for name, schema in components.items()}
    # Shared by all rulesets, so the document has it once.
    return {name: schema for name, schema in plain.items() if name != OUTCOME}


def _bare(name: str) -> str:
    """Return the name of a type without its parameters: ``Offer`` for ``Offer_Goods_``."""
    return name.partition("_")[0]


def _plain(part: Any, ref: Ref) -> Any:
    """Return part of a schema without titles, and in the forms that client generators accept."""
    if isinstance(part, list):
        return [_plain(each, ref) for each in part]
    if not isinstance(part, dict):
        return part
    match part:
        case {"$ref": name}:
            rest = {key: value for key, value in part.items() if key != "$ref"}
            return {**ref(_bare(name)), **rest}
        # Client generators do not read `prefixItems`; our tuples have items of one type.
        case {"prefixItems": [item, *_]}:
            part = {**part, "items": item}
            del part["prefixItems"]
        # A single value is a `const`, which generators take for the tag that distinguishes kinds.
        case {"enum": [value]}:
            part = {**part, "const": value}
            del part["enum"]
    if isinstance(description := part.get("description"), str):
        # Docstrings have double backquotes, the document's Markdown single ones.
        part = {**part, "description": description.replace("``", "`")}
    return {
        key: {name: _plain(each, ref) for name, each in value.items()}
        if key == "properties"
        else _plain(value, ref)
        for key, value in part.items()
        if key != "title"
    }


def redacted(schema: JsonObject, visibility: Visibility) -> JsonObject:
    """Return the schema of an event's data as answered: null in place of hidden values."""
    properties = dict(schema["properties"])
    for name, audience in visibility.items():
        if audience is Audience.EACH_SEAT:
            items = or_null(properties[name]["items"])
            properties[name] = {**properties[name], "items": items}
        else:
            properties[name] = or_null(properties[name])
    return {**schema, "properties": properties}


def or_null(schema: JsonObject) -> JsonObject:
    """Return a schema that also allows null."""
    options = schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]
    null = {"type": "null"}
    return schema if null in options else {"anyOf": [*options, null]}
