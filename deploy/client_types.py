"""Write the Python client's types of answers from the API's document.

`make types` writes them, `make lint` compares. The document is read from standard input.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from textwrap import fill
from typing import Any

Schema = dict[str, Any]

FILE = Path(__file__).parents[1] / "clients" / "python" / "answers.py"
# The client's other arguments are keywords without types of the API: only answers need theirs.
REQUESTS = ("NewGame",)
"""Bodies of requests that the client takes as keywords."""

HEAD = '''"""The API's answers as types, made from its document by `make types`; do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
'''
SIMPLE = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "dict[str, Any]",
    "array": "list[Any]",
}


def main(words: list[str], file: Path = FILE) -> int:
    """Write the types, or with ``--check`` compare them. Return 1 if they differ."""
    made = types_of(json.load(sys.stdin))
    if "--check" not in words:
        file.write_text(made, "utf-8")
        return 0
    if file.read_text("utf-8") == made:
        return 0
    sys.stderr.write(f"{file.name} is not what the API's document says: run make types\n")
    return 1


def types_of(document: Schema) -> str:
    """Return the module of types, formatted."""
    schemas = document["components"]["schemas"]
    names = sorted(_reachable(_roots(document), schemas))
    made = _Module()
    for name in names:
        made.declare(name, schemas[name])
    return _formatted("\n\n".join([HEAD, *made.classes, *made.aliases]) + "\n")


def _roots(document: Schema) -> Iterator[str]:
    """Yield the names of all shapes in successful answers."""
    for path in document["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and "responses" in operation:
                for status, response in operation["responses"].items():
                    if status.startswith("2"):
                        yield from _references(response)
    yield from REQUESTS


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(reference := value.get("$ref"), str):
            yield _name(reference)
        for each in value.values():
            yield from _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


def _reachable(roots: Iterator[str], schemas: dict[str, Schema]) -> set[str]:
    found, waiting = set[str](), set(roots)
    while waiting:
        name = waiting.pop()
        # A reference may also name a response or a header.
        if name in schemas:
            found.add(name)
            waiting |= set(_references(schemas[name])) - found
    return found


class _Module:
    """The declarations made so far."""

    def __init__(self) -> None:
        self.classes: list[str] = []
        self.aliases: list[str] = []

    def declare(self, name: str, schema: Schema) -> None:
        """Declare a shape: an object as a TypedDict, anything else as an alias."""
        if schema.get("type") == "object" and schema.get("properties"):
            self.classes.append(self._object(name, schema))
        else:
            self.aliases.append(f'{name}: TypeAlias = "{self._type(name, schema)}"')

    def _object(self, name: str, schema: Schema) -> str:
        required = set(schema.get("required", ()))
        fields = {
            field: (self._type(name + _capital(field), each), field in required)
            for field, each in schema["properties"].items()
        }
        # A field such as `from` is no attribute of a class.
        if all(field.isidentifier() and not iskeyword(field) for field in fields):
            return _class(name, schema.get("description"), fields)
        return _dictionary(name, fields)

    def _type(self, name: str, schema: Schema) -> str:
        if "$ref" in schema:
            return _name(schema["$ref"])
        if "const" in schema or "enum" in schema:
            values = schema.get("enum", [schema.get("const")])
            return f"Literal[{', '.join(map(repr, values))}]"
        if alternatives := schema.get("anyOf") or schema.get("oneOf"):
            return _union(self._type(name, each) for each in alternatives)
        if isinstance(kinds := schema.get("type"), list):
            return _union(self._type(name, {**schema, "type": kind}) for kind in kinds)
        return self._simple(name, schema)

    def _simple(self, name: str, schema: Schema) -> str:
        kind, values = schema.get("type"), schema.get("additionalProperties")
        if kind == "array" and "items" in schema:
            return f"list[{self._type(name + 'Item', schema['items'])}]"
        if kind == "object" and schema.get("properties"):
            self.declare(name, schema)
            return name
        if kind == "object" and values and isinstance(values, dict):
            return f"dict[str, {self._type(name + 'Value', values)}]"
        return SIMPLE[kind] if kind else "Any"


def _class(name: str, description: str | None, fields: dict[str, tuple[str, bool]]) -> str:
    lines = (
        [fill(f'"""{description}"""', 96, break_on_hyphens=False).replace("\n", "\n    ")]
        if description
        else []
    )
    lines += [f"{field}: {_presence(*kind)}" for field, kind in fields.items()]
    return f"class {name}(TypedDict):\n    " + "\n    ".join(lines)


def _dictionary(name: str, fields: dict[str, tuple[str, bool]]) -> str:
    items = (
        _quoted(field) + ": " + _presence(_quoted(kind), must)
        for field, (kind, must) in fields.items()
    )
    return f'{name} = TypedDict("{name}", {{{", ".join(items)}}})'


def _quoted(text: str) -> str:
    return f'"{text}"'


def _presence(kind: str, is_required: bool) -> str:
    return kind if is_required else f"NotRequired[{kind}]"


def _union(kinds: Iterator[str]) -> str:
    # Alternatives that differ only in their bounds are one type in Python.
    return " | ".join(dict.fromkeys(kinds))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _capital(field: str) -> str:
    return "".join(part.capitalize() for part in field.replace("-", "_").split("_"))


def _formatted(module: str) -> str:
    ruff = (sys.executable, "-m", "ruff", "format", "--quiet", "--stdin-filename", FILE, "-")
    return subprocess.run(ruff, input=module, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
