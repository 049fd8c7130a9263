"""Health: the process is alive, and the event store can be written."""

from flask import Response

from service.context import services
from service.http.plumbing.access import answer
from service.http.plumbing.parsing import Resource
from service.http.plumbing.shapes import ref

blp = Resource("health", __name__, description="Health, for operators.")


@blp.get("/livez")
@blp.response(200, ref("Health"), description="The process answers.")
def livez() -> Response:
    """Check that the process answers.

    `readyz` checks that it can do its work.
    """
    return answer({"status": "alive"})


@blp.get("/readyz")
@blp.response(200, ref("Health"), description="The event store can be written.")
def readyz() -> Response:
    """Check that the event store can be reached and written.

    If not, the answer is 503, and moves are refused with `store_unavailable`.
    """
    services().store.check()
    return answer({"status": "ready"})
