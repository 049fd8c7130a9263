"""The form of a problem (RFC 9457): its members and headers, in the reader's language."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request
from werkzeug.exceptions import HTTPException

from service.http.answers import Problem
from service.http.asking.languages import in_language, language
from service.texts import has_text, text

PROBLEM = "application/problem+json"


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return a problem details response; ``more`` are extension members, left out where None."""
    members = {name: value for name, value in more.items() if value is not None}
    type_ = f"urn:anabasis:problem:{code}"
    body = Problem(type_, _title(status), status, detail, code, **members)
    response = Response(msgspec.json.encode(body), status, headers, content_type=PROBLEM)
    return in_language(response, language())


def plain(
    status: int, code: str, headers: Mapping[str, str] | None = None, **gaps: object
) -> Callable[[Exception], Response]:
    """Return a function that answers all errors of a kind the same; ``gaps`` fill the text."""
    return lambda _: problem(
        status, code, localized_text(f"problem.{code}", **gaps), headers=headers
    )


def _title(status: int) -> str:
    """Return the words for a status, in English for a status that no problem of ours has."""
    code = f"problem.title.{status}"
    return localized_text(code) if has_text(code) else HTTPStatus(status).phrase


def localized_text(code: str, **gaps: object) -> str:
    """Return a text in the reader's language, its gaps filled."""
    return text(language(), code, **gaps)


def http_problem(error: HTTPException) -> Response:
    """Return the problem of an HTTP status."""
    status = error.code or 500
    # The others describe werkzeug's own page of HTML.
    headers = {k: v for k, v in error.get_headers() if k == "Allow"}
    if status not in _HTTP_CODES:
        return problem(status, _snake(error.name), error.description or error.name)
    code = _HTTP_CODES[status]
    detail = localized_text(
        f"problem.{code}",
        path=request.path,
        method=request.method,
        allow=headers.get("Allow"),
        content_type=request.content_type,
    )
    return problem(status, code, detail, headers=headers)


_HTTP_CODES = {
    400: "not_json",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "wrong_content_type",
    500: "internal_error",
}


def _snake(name: str) -> str:
    return name.lower().replace(" ", "_").replace("'", "")
