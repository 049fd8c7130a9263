"""Requests over HTTP, counted, timed and traced, at no cost if all of that is off."""

from time import perf_counter

from flask import Flask, Response, request

from service.telemetry.counting import is_on
from service.telemetry.instruments import REQUESTS
from service.telemetry.request_ids import TRACE, request_id
from service.telemetry.tracing import Span, begun_request, is_traced, trace_id

BEGAN, SPAN = "anabasis.began", "anabasis.span"
NOWHERE = "none"
"""The resource of requests that no route takes."""


def measure(app: Flask) -> None:
    """Have an app's requests counted and timed if metrics are on, and traced if traces are."""
    if is_traced():
        app.before_request(_begin_span)
        app.after_request(_end_span)
    if is_on():
        app.before_request(_begin)
        app.after_request(_end)


def _begin() -> None:
    request.environ[BEGAN] = perf_counter()


def _end(response: Response) -> Response:
    began = request.environ.get(BEGAN)
    if began is not None:
        series = REQUESTS.of(_resource(), f"{response.status_code // 100}xx")
        series.observe(perf_counter() - began)
    return response


def _begin_span() -> None:
    rule, game = request.url_rule, (request.view_args or {}).get("game_id")
    named = {"request_id": request_id(request.environ), "resource": _resource()}
    request.environ[SPAN] = begun_request(
        f"{request.method} {rule.rule if rule else NOWHERE}",
        {name.lower(): value for name, value in request.headers.items()},
        **(named | ({"game_id": game} if game else {})),
    )
    request.environ[TRACE] = trace_id()


def _end_span(response: Response) -> Response:
    """End the span; a stream goes on without it."""
    begun: Span | None = request.environ.pop(SPAN, None)
    if begun is not None:
        begun.note("http.response.status_code", response.status_code)
        begun.end()
    return response


def _resource() -> str:
    return (request.endpoint or NOWHERE).partition(".")[0]
