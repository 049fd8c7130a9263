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

    ``answers`` has those of a status whose body has another shape, by that status.
    """

    request: Any = None
    answer: Any = None
    answers: dict[str, Any] = msgspec.field(default_factory=dict)

    def answer_of(self, status: str) -> Any:
        """Return the body of an answer of a status; None if there is none."""
        return self.answers.get(status, self.answer if status.startswith("2") else None)


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
    return {status: _shown(of, example.answer_of(status)) for status, of in responses.items()}


def _shown(described: JsonObject, example: Any) -> JsonObject:
    """Return the description of a body with an example, if there is one and it may be JSON."""
    content = described.get("content", {})
    if example is None or JSON not in content:
        return described
    return {**described, "content": {**content, JSON: {**content[JSON], "example": example}}}
