"""Health: whether the process lives and the event store can be written."""

from flask import Response

from service.context import services
from service.http.plumbing.access import answer
from service.http.plumbing.parsing import Resource
from service.http.plumbing.shapes import ref

blp = Resource("health", __name__, description="For those who run the service.")


@blp.get("/livez")
@blp.response(200, ref("Health"), description="It does.")
def livez() -> Response:
    """The process answers.

    Whether it can do its work is said by `readyz`.
    """
    return answer({"status": "alive"})


@blp.get("/readyz")
@blp.response(200, ref("Health"), description="They can.")
def readyz() -> Response:
    """The event store can be reached and written.

    Where it cannot, the answer is 503 and moves are refused with `store_unavailable`.
    """
    services().store.check()
    return answer({"status": "ready"})
