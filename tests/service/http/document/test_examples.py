"""Each operation has an example of its request and of its answer, and they fit its schemas.

``python -m tests.service.http.example_recording`` adds those of new operations.
"""

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


def bodies(spec: Any) -> dict[str, str]:
    """Where each body in JSON is described, by its operation and the part."""
    found = {}
    for path, item in spec["paths"].items():
        for method in METHODS & item.keys():
            operation, at = item[method], f"/paths/{path.replace('/', '~1')}/{method}"
            if JSON in operation.get("requestBody", {}).get("content", {}):
                found[f"{operation['operationId']} request"] = f"{at}/requestBody"
            for status, response in operation["responses"].items():
                own = examples().get(operation["operationId"], Example()).status or "2"
                if status.startswith(str(own)) and JSON in response.get("content", {}):
                    found[f"{operation['operationId']} answer"] = f"{at}/responses/{status}"
    return found


def test_every_body_has_an_example_that_fits(spec: Any):
    registry = Registry([("urn:api", spec)], draft=Draft202012)
    described = bodies(spec)
    assert len(described) > 100
    misfits = []
    for name, at in described.items():
        operation, part = name.split()
        example = getattr(examples().get(operation), part, None)
        schema = {"$ref": f"urn:api#{quote(at, safe='/~')}/content/application~1json/schema"}
        if example is None:
            misfits.append(f"{name}: none")
        elif not Draft202012Validator(schema, registry=registry).is_valid(example):
            misfits.append(f"{name}: does not fit")
    assert misfits == []


def test_no_example_is_of_an_operation_that_is_gone(spec: Any):
    known = {operation.split()[0] for operation in bodies(spec)}
    with_bodies = {name for name, of in examples().items() if of.request or of.answer}
    assert with_bodies <= known


def test_the_document_shows_them(spec: Any):
    made = spec["paths"]["/api/v1/games"]["post"]
    assert made["requestBody"]["content"][JSON]["example"] == examples()["create_game"].request
    assert made["responses"]["201"]["content"][JSON]["example"] == examples()["create_game"].answer
