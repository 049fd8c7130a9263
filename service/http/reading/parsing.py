"""Checks of requests by schema: the faults of each field, with the value and a remedy."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from reprlib import repr as brief
from typing import Any, NoReturn, TypeVar

from flask_smorest import Blueprint
from flask_smorest.utils import deepupdate
from marshmallow import RAISE, Schema, ValidationError, fields, missing
from webargs.flaskparser import FlaskParser

from domain.errors import Malformed
from domain.record.visibility import JsonObject
from service.http.document.describing import (
    HEADERS,
    PATH_PARAMETERS,
    PATH_SCHEMAS,
    SCOPE,
    VIEW,
    scope_of,
)
from service.http.reading.bodies import body
from service.http.reading.fields import UNKNOWN

View = TypeVar("View", bound=Callable[..., Any])

# An answer to thousands of faults would have ten times the size of the body.
MOST_FAULTS = 100
"""The most faults that an answer lists."""

OURS = {
    fields.Field.default_error_messages["required"]: "is missing.",
    fields.Field.default_error_messages["null"]: "must not be null.",
}
"""Our texts in place of marshmallow's."""


class StrictParser(FlaskParser):
    """Takes JSON as ``bodies`` does, and refuses unknown fields in bodies and in queries."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": None, "query": RAISE}  # noqa: RUF012

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """Return the decoded body."""
        return body()

    def handle_error(
        self,
        error: ValidationError,
        req: Any,  # noqa: ARG002 - webargs' signature
        schema: Schema,
        **_: Any,
    ) -> NoReturn:
        """Raise Malformed instead of webargs' own error."""
        assert isinstance(error.messages, dict)
        (messages,) = error.messages.values()
        raise malformed(messages, error.data, schema) from error


class Resource(Blueprint):
    """A blueprint of the API that reads arguments strictly and documents its views."""

    ARGUMENTS_PARSER = StrictParser()

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """Register a route, and keep the names that its documentation is made from."""
        parameters = [
            {"name": name, "in": "path", "description": description, **PATH_SCHEMAS.get(name, {})}
            for name, description in PATH_PARAMETERS.items()
            if f"<{name}>" in rule
        ]
        register = super().route(rule, parameters=parameters, **options)
        return lambda view: register(self.doc(**{VIEW: view.__name__})(view))

    def response(self, *described: Any, **more: Any) -> Callable[[View], View]:
        """Document an answer; the view makes it."""
        return _only_documenting(super().response(*described, **more))

    def alt_response(self, *described: Any, **more: Any) -> Callable[[View], View]:
        """Document another answer than the usual one."""
        return _only_documenting(super().alt_response(*described, **more))

    def headers(self, *described: JsonObject) -> Callable[[View], View]:
        """Document headers of a request."""
        # As parameters of `doc` they would replace those of the path and the query.
        return self.doc(**{HEADERS: list(described)})

    def body(self, schema: Schema, shape: JsonObject | None = None) -> Callable[[View], View]:
        """Document the JSON body of a view that reads it by itself, after its other checks.

        ``shape`` is a JSON Schema that is more precise than ``schema``. A body without required
        fields may be omitted.
        """
        required = any(field.required for field in schema.fields.values())
        content = {"application/json": {"schema": shape or schema}}
        return self.doc(requestBody={"required": required, "content": content})

    def doc(self, **parts: Any) -> Callable[[View], View]:
        """Document more of a view, in place."""

        def documented(view: View) -> View:
            # flask-smorest's own decorator deep-copies all earlier parts: 559 copies at each start,
            # 302 without. `_apidoc` is its private store.
            if "security" in parts:
                setattr(view, SCOPE, scope_of(parts["security"]))
            whole = view.__dict__.setdefault("_apidoc", {})
            whole["manual_doc"] = deepupdate(whole.get("manual_doc", {}), parts)
            return view

        return documented


def _only_documenting(decorate: Callable[[View], View]) -> Callable[[View], View]:
    """Return the decorator without the function that it would put around the view."""

    def documented(view: View) -> View:
        # Views make their responses themselves, so the wrapper would only cost each request a call.
        view._apidoc = decorate(view)._apidoc  # type: ignore[attr-defined]
        return view

    return documented


def read(schema: Schema) -> dict[str, Any]:
    """Return the request's body, loaded by a schema. Raises Malformed, and as ``body`` does."""
    value = body()
    try:
        loaded: dict[str, Any] = schema.load(value)
    except ValidationError as error:
        raise malformed(error.messages, value, schema) from error
    return loaded


def malformed(messages: Any, value: Any, schema: Schema) -> Malformed:
    """Return the faults of a request by field, such as ``bots.0``, each with its value."""
    known = ", ".join(schema.fields) or "none"
    errors: dict[str, list[str]] = {}
    for path, message in islice(_flat(messages, ()), MOST_FAULTS):
        field = ".".join(path) or "body"
        errors.setdefault(field, []).append(_message(message, _value(value, path), known))
    return Malformed(errors)


def _flat(messages: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from _flat(inner, path if key == "_schema" else (*path, str(key)))
    else:
        for message in messages:
            yield path, str(message)


def _message(message: str, value: Any, known: str) -> str:
    if message == UNKNOWN:
        return f"{UNKNOWN}; there are: {known}."
    if message in OURS:
        return OURS[message]
    shown = brief(value)
    # Many messages quote the value already.
    if value is missing or shown in message:
        return message
    return f"{message.removesuffix('.')}; given: {shown}."


def _value(value: Any, path: tuple[str, ...]) -> Any:
    """Return the value at a path of the input, ``missing`` where there is none."""
    if not path:
        return missing
    for step in path:
        if isinstance(value, list):
            value = value[int(step)] if step.isdecimal() and int(step) < len(value) else missing
        elif isinstance(value, Mapping):
            value = value.get(step, missing)
        else:
            return missing
    return value
