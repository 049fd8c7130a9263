"""Requests over HTTP, counted and timed; where metrics are off, no request takes any notice."""

from time import perf_counter

from flask import Flask, Response, request

from service.telemetry.counting import is_on
from service.telemetry.instruments import REQUESTS

BEGAN = "anabasis.began"
NOWHERE = "none"
"""The resource of requests that no route takes."""


def measure(app: Flask) -> None:
    """Have an app's requests measured, from its first hook to its last, if metrics are on."""
    if is_on():
        app.before_request(_begin)
        app.after_request(_end)


def _begin() -> None:
    request.environ[BEGAN] = perf_counter()


def _end(response: Response) -> Response:
    began = request.environ.get(BEGAN)
    if began is not None:
        resource = (request.endpoint or NOWHERE).partition(".")[0]
        series = REQUESTS.of(resource, f"{response.status_code // 100}xx")
        series.observe(perf_counter() - began)
    return response
