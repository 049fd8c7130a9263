"""Fields of requests that may be left out, described as generators of clients take them."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.record.visibility import JsonObject
from service.http.document.shapes import Schemas

SCHEMA = "#/components/schemas/"
WHOLE = frozenset({"Export"})
"""Schemas of documents that the service has made: nobody leaves out a field of theirs."""


def with_defaults_in_words(schemas: Schemas, paths: Mapping[str, Any]) -> Schemas:
    """Return the schemas, those of requests with their defaults in the fields' descriptions."""
    # Generators of types take a field with a ``default`` for one that is always there: with
    # openapi-typescript's own settings a new game then needs every field.
    asked = _asked(schemas, paths)
    return {name: _worded(of) if name in asked else of for name, of in schemas.items()}


def _asked(schemas: Schemas, paths: Mapping[str, Any]) -> set[str]:
    """Return the names of the schemas that bodies of requests are made of."""
    bodies = [
        operation["requestBody"]
        for item in paths.values()
        for operation in item.values()
        if isinstance(operation, dict) and "requestBody" in operation
    ]
    found: set[str] = set()
    waiting = [name for body in bodies for name in _references(body)]
    while waiting:
        name = waiting.pop()
        if name not in found | WHOLE:
            found.add(name)
            waiting += _references(schemas[name])
    return found


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from _references(each)
    elif isinstance(part, dict):
        if isinstance(name := part.get("$ref"), str):
            yield name.removeprefix(SCHEMA)
        for each in part.values():
            yield from _references(each)


def _worded(schema: JsonObject) -> JsonObject:
    fields = schema.get("properties", {})
    if not any("default" in of for of in fields.values()):
        return schema
    return {**schema, "properties": {name: _field(of) for name, of in fields.items()}}


def _field(schema: JsonObject) -> JsonObject:
    if "default" not in schema:
        return schema
    rest = {key: value for key, value in schema.items() if key != "default"}
    value = msgspec.json.encode(schema["default"]).decode()
    # Null, and an empty text, mean that there is none.
    if value in ("null", '""'):
        return rest
    stated = f"If left out: `{value}`."
    description = rest.get("description")
    return {**rest, "description": f"{description} {stated}" if description else stated}
