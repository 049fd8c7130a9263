"""Every answer held against the API's own description: its status, type and shape."""

import gzip
import json
from copy import deepcopy
from functools import lru_cache
from typing import Any

import brotli
from flask import Flask, Response, request
from flask_compress.compat import compression
from jsonschema_rs import Draft202012, Draft202012Validator, Registry, ValidationError

from tests.service.http.example_recording import Recording

NOT_JSON = (
    "text/event-stream",
    "application/x-ndjson",
    "text/plain",
    "image/svg+xml",
    "image/png",
    "image/webp",
    "image/gif",
    "application/atom+xml",
    "text/calendar",
    "application/zip",
)

UNPACK = {
    "": bytes,
    "gzip": gzip.decompress,
    "br": brotli.decompress,
    "zstd": compression.zstd.decompress,
}


class Documented:
    """The description of an app, and the ways its answers departed from it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.faults: list[str] = []
        self.seen: set[tuple[str, str, int]] = set()
        self._strict: Any = {"paths": {}}
        self._recording = Recording.asked_for()
        app.after_request(self.check)
        document = app.test_client().get("/api/v1/openapi.json").data
        self.spec, self._strict, self._shapes = _described(document)

    def check(self, response: Response) -> Response:
        """Note each departure from the description."""
        rule = request.url_rule
        path = None if rule is None else rule.rule.replace("<", "{").replace(">", "}")
        operation = self._strict["paths"].get(path, {}).get(request.method.lower())
        if operation is not None and path is not None:
            self.seen.add((request.method, path, response.status_code))
            fault = self._fault(operation, response)
            if fault:
                told = f"{request.method} {request.full_path} {response.status}: {fault}"
                self.faults.append(told)
            elif self._recording is not None:
                self._recording.take(operation["operationId"], request, response, unpacked)
        return response

    def _fault(self, operation: Any, response: Response) -> str:
        said = operation["responses"].get(str(response.status_code))
        if said is None:
            return "the status is not described"
        if "$ref" in said:
            said = self._strict["components"]["responses"][said["$ref"].rpartition("/")[2]]
        content = said.get("content", {})
        if not content:
            return "a body is not described" if response.data else ""
        if response.mimetype not in content:
            return f"{response.mimetype} is not described"
        if response.mimetype in NOT_JSON:
            return ""
        ref, body = content[response.mimetype]["schema"]["$ref"], json.loads(unpacked(response))
        return self._shapes.misfit(ref.rpartition("/")[2], body) or _unnamed(body, said)


def _unnamed(body: Any, said: Any) -> str:
    """Return a fault if a problem's code is not among those that its response names."""
    if not isinstance(body, dict) or body.get("type") is None or "code" not in body:
        return ""
    is_of_rules = body["status"] == 409 and "game_id" in request.view_args
    is_named = f"`{body['code']}`" in said["description"]
    return "" if is_named or is_of_rules else f"the code {body['code']} is not named"


def unpacked(response: Response) -> bytes:
    """Return an answer's body without the coding that it is sent in."""
    unpack = UNPACK[response.headers.get("Content-Encoding", "")]
    body: bytes = unpack(response.data)
    return body


@lru_cache(maxsize=4)
def _described(document: bytes) -> "tuple[Any, Any, Shapes]":
    """A document that allows only named fields, and its shapes; made once for all apps."""
    spec = json.loads(document)
    closed = strict(deepcopy(spec))
    return spec, closed, Shapes(closed)


class Shapes:
    """The named schemas of a description, to hold JSON against."""

    def __init__(self, spec: Any) -> None:
        self._registry = Registry([("urn:api", spec)], draft=Draft202012)
        self._validators: dict[str, Any] = {}

    def misfit(self, name: str, body: Any) -> str:
        """Return the first departure from the schema of a name; empty if there is none."""
        try:
            self._validator(name).validate(body)
        except ValidationError as error:
            where = "/".join(map(str, error.instance_path))
            return f"{name} /{where}: {error.message[:300]}"
        return ""

    def _validator(self, name: str) -> Any:
        if name not in self._validators:
            schema = {"$ref": f"urn:api#/components/schemas/{name}"}
            self._validators[name] = Draft202012Validator(schema, registry=self._registry)
        return self._validators[name]


def strict(part: Any) -> Any:
    """The description, with every object that names its properties closed to others."""
    if isinstance(part, dict):
        if "properties" in part and part.get("type") == "object":
            part.setdefault("additionalProperties", False)
        for inner in part.values():
            strict(inner)
    elif isinstance(part, list):
        for inner in part:
            strict(inner)
    return part
