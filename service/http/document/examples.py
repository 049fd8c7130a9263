"""Examples of requests and answers, recorded from the service itself."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from domain.record.visibility import JsonObject

FILE = Path(__file__).with_name("examples.json")
JSON = "application/json"


class Example(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bodies of one request and its answer, in JSON; None if there is none.

    ``status`` is the answer's, where others have bodies of other shapes.
    """

    request: Any = None
    answer: Any = None
    status: int | None = None


@cache
def examples() -> dict[str, Example]:
    """Return an example of each operation, by its id."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Example])


def with_examples(paths: JsonObject) -> JsonObject:
    """Return the paths of a description, their operations with examples."""
    return {path: _item(item) for path, item in paths.items()}


def _item(item: JsonObject) -> JsonObject:
    return {
        key: _operation(of) if isinstance(of, dict) and "operationId" in of else of
        for key, of in item.items()
    }


def _operation(operation: JsonObject) -> JsonObject:
    example = examples().get(operation["operationId"], Example())
    made = {**operation, "responses": _answers(operation["responses"], example)}
    if "requestBody" in made and example.request is not None:
        made["requestBody"] = _shown(made["requestBody"], example.request)
    return made


def _answers(responses: JsonObject, example: Example) -> JsonObject:
    if example.answer is None:
        return responses
    own = "2" if example.status is None else str(example.status)
    return {
        status: _shown(of, example.answer) if status.startswith(own) else of
        for status, of in responses.items()
    }


def _shown(described: JsonObject, example: Any) -> JsonObject:
    """Return the description of a body with an example, if it may be JSON."""
    content = described.get("content", {})
    if JSON not in content:
        return described
    return {**described, "content": {**content, JSON: {**content[JSON], "example": example}}}
