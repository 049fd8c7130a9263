"""Health: whether the process lives and the event store can be written."""

from flask import Blueprint, Response

from service.context import services
from service.http.access import answer

blp = Blueprint("health", __name__)


@blp.get("/livez")
def livez() -> Response:
    """The process answers."""
    return answer({"status": "alive"})


@blp.get("/readyz")
def readyz() -> Response:
    """The event store can be reached and written; 503 where it cannot."""
    services().store.check()
    return answer({"status": "ready"})
