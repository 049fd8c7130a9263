"""The description of the API as one document: the operations, and every shape by its name."""

from typing import Any

from flask import Flask, Response
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from domain.record.visibility import JsonObject
from service.http.plumbing.deadlines import TERMS_FORM
from service.http.plumbing.describing import ABOUT, described
from service.http.plumbing.game_shapes import all_shapes
from service.http.plumbing.problems import http_problem
from service.http.plumbing.webhook_form import WEBHOOKS

EXTENSION = "anabasis.document"
INFO = {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}


class ProblemApi(Api):
    """An API whose HTTP errors are problems, also if flask-smorest's handler is added last."""

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Return the problem that tells of the error."""
        return http_problem(error)


class Document:
    """The description, put together when it is first asked for: few processes ever are."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._made: JsonObject | None = None

    def at(self, root: str) -> JsonObject:
        """Return the description of the API below a path, such as ``/`` or ``/games``."""
        if self._made is None:
            self._made = _made(described(self._api.spec.to_dict()))
        return {**self._made, "servers": [{"url": root, "description": "This service."}]}


def _made(spec: JsonObject) -> JsonObject:
    components = spec["components"]
    schemas = {**all_shapes(), "DeadlineTerms": TERMS_FORM, **components["schemas"]}
    for path in spec["paths"].values():
        for operation in path.values():
            _state_queries(operation)
    named = {**components, "schemas": dict(sorted(schemas.items()))}
    return {**spec, "webhooks": WEBHOOKS, "components": named}


def _state_queries(operation: Any) -> None:
    """Say of what a query may leave out that it may be left out, not that it may be null."""
    for parameter in operation.get("parameters", ()) if isinstance(operation, dict) else ():
        schema = parameter["schema"]
        if parameter["in"] == "query" and schema.get("default", ...) is None:
            del schema["default"]
            schema["type"] = next(kind for kind in schema["type"] if kind != "null")
            if "enum" in schema:
                schema["enum"] = [value for value in schema["enum"] if value is not None]


def register(app: Flask, api: Api) -> None:
    """Keep the document of an app's operations at hand."""
    app.extensions[EXTENSION] = Document(api)


def document(app: Flask, root: str = "/") -> JsonObject:
    """Return the description of an app's API, below a path."""
    description: Document = app.extensions[EXTENSION]
    return description.at(root)
