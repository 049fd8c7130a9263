"""Each operation has an example of its request and of its answer, and they fit its schemas.

``python -m tests.service.http.example_recording`` adds those of new operations.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from service.http.document.examples import JSON, Example, examples
from tests.service.api import Api

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture
def spec(api: Api) -> Any:
    return api.get("/openapi.json")


def bodies(spec: Any) -> Iterator[tuple[str, str, str]]:
    """Each operation, with the request or the status of an answer in JSON, and its place."""
    for path, item in spec["paths"].items():
        for method in METHODS & item.keys():
            operation, at = item[method], f"/paths/{path.replace('/', '~1')}/{method}"
            if JSON in operation.get("requestBody", {}).get("content", {}):
                yield operation["operationId"], "request", f"{at}/requestBody"
            for status, response in operation["responses"].items():
                if status.startswith("2") and JSON in response.get("content", {}):
                    yield operation["operationId"], status, f"{at}/responses/{status}"


def test_every_body_has_an_example_that_fits(spec: Any):
    registry = Registry([("urn:api", spec)], draft=Draft202012)
    described = list(bodies(spec))
    assert len(described) > 100
    misfits = []
    for operation, part, at in described:
        known = examples().get(operation, Example())
        example = known.request if part == "request" else known.answer_of(part)
        schema = {"$ref": f"urn:api#{quote(at, safe='/~')}/content/application~1json/schema"}
        if example is None:
            misfits.append(f"{operation} {part}: none")
        elif not Draft202012Validator(schema, registry=registry).is_valid(example):
            misfits.append(f"{operation} {part}: does not fit")
    assert misfits == []


def test_no_example_is_of_an_operation_that_is_gone(spec: Any):
    known = {operation for operation, *_ in bodies(spec)}
    with_bodies = {name for name, of in examples().items() if of.request or of.answer}
    assert with_bodies <= known


def test_the_document_shows_them(spec: Any):
    made = spec["paths"]["/api/v1/games"]["post"]
    assert made["requestBody"]["content"][JSON]["example"] == examples()["create_game"].request
    assert made["responses"]["201"]["content"][JSON]["example"] == examples()["create_game"].answer
