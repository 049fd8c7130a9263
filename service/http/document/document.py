"""The description of the API as one document: the operations, and every shape by its name."""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

from flask import Flask
from flask_smorest import Api, Blueprint

from domain.record.visibility import JsonObject
from service.http.document.describing import ABOUT, with_refusals
from service.http.document.examples import with_examples
from service.http.document.game_shapes import all_shapes
from service.http.document.request_defaults import with_defaults_in_words
from service.http.document.shapes import Schemas
from service.http.document.webhook_form import WEBHOOKS

EXTENSION = "anabasis.document"
LICENSE = {"name": "MIT", "identifier": "MIT"}
SETTINGS = {
    "API_TITLE": "Anabasis",
    "API_VERSION": version("anabasis"),
    # From 3.1 on, schemas are plain JSON Schema, like those by msgspec and those of moves.
    "OPENAPI_VERSION": "3.1.0",
}

Mounted = tuple[Blueprint, str | None]
"""A resource, and the prefix of its routes."""
Limits = Callable[[], str]
"""Returns the limits on requests in words."""


class Document:
    """The description, put together when it is first asked for."""

    # Not at the start, which it would slow down: few processes are ever asked for it.

    def __init__(self, resources: Sequence[Mounted], requests: Schemas, limits: Limits) -> None:
        self._resources, self._requests, self._limits = resources, requests, limits
        self._made: JsonObject | None = None

    def at(self, root: str) -> JsonObject:
        """Return the description of the API below a path, such as ``/`` or ``/games``."""
        if self._made is None:
            info = {"description": f"{ABOUT}\n\n{self._limits()}", "license": LICENSE}
            operations = _operations(self._resources, info)
            self._made = _made(with_refusals(operations), self._requests)
        # Added for each request, as the service may lie under any path of its host.
        return {**self._made, "servers": [{"url": root, "description": "This service."}]}


def _operations(resources: Sequence[Mounted], info: JsonObject) -> JsonObject:
    """Describe resources by flask-smorest, in a separate app that serves nobody."""
    # Our refusals and headers are added to the finished operations, so no private part of
    # flask-smorest is needed.
    app = Flask("anabasis")
    app.config.update(SETTINGS)
    api = Api(app, spec_kwargs={"info": info})
    for resource, prefix in resources:
        api.register_blueprint(resource, url_prefix=prefix)
    spec: JsonObject = api.spec.to_dict()
    return spec


def _made(spec: JsonObject, requests: Schemas) -> JsonObject:
    components = spec["components"]
    schemas = {**all_shapes(), **requests, **components["schemas"]}
    for path in spec["paths"].values():
        for operation in path.values():
            _state_queries(operation)
    schemas = with_defaults_in_words(schemas, spec["paths"])
    named = {**components, "schemas": dict(sorted(schemas.items()))}
    paths = with_examples(spec["paths"])
    return {**spec, "paths": paths, "webhooks": WEBHOOKS, "components": named}


def _state_queries(operation: Any) -> None:
    """Describe the optional parameters of a query as optional, not as nullable."""
    # marshmallow describes a default of None as null, which no query can express.
    for parameter in operation.get("parameters", ()) if isinstance(operation, dict) else ():
        schema = parameter["schema"]
        if parameter["in"] == "query" and schema.get("default", ...) is None:
            del schema["default"]
            schema["type"] = next(kind for kind in schema["type"] if kind != "null")
            if "enum" in schema:
                schema["enum"] = [value for value in schema["enum"] if value is not None]


def register(app: Flask, resources: Sequence[Mounted], requests: Schemas, limits: Limits) -> None:
    """Register the resources of an app that its document describes.

    ``requests`` are the named schemas that requests are made of.
    """
    app.extensions[EXTENSION] = Document(resources, requests, limits)


def document(app: Flask, root: str = "/") -> JsonObject:
    """Return the description of an app's API, below a path."""
    description: Document = app.extensions[EXTENSION]
    return description.at(root)
