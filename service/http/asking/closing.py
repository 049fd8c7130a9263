"""Requests that write beside the records, refused while the store takes no events.

Moves ask nothing beforehand: their append is refused by the store itself.
"""

from flask import Flask, current_app
from redis import Redis
from redis.exceptions import ResponseError

from service.http.asking.auth import SAFE
from service.redis.closed import closed
from service.redis.errors import StoreClosed, StoreUnavailable
from service.redis.reaching import STORE_ERRORS, reaching, reason_of
from service.webprocess.present import present_request

EXTENSION = "anabasis.closed"
FREE = frozenset({"moves", "rulesets", "unsubscribing"})
"""Blueprints whose requests write by an append alone, or nothing."""
REFUSALS = ("WRONGTYPE", "NOREPLICAS")
"""The server's errors for a write into a closed store."""


class ClosingGuard:
    """Refuses an app's writing requests while its store is closed."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def refuse_writes(self) -> None:
        """Raise StoreClosed for a request that would write beside the records."""
        request = present_request()
        if request.method in SAFE or request.blueprint in FREE or request.blueprint is None:
            return
        with reaching():
            if reason := closed(self._client):
                raise reason

    def closing_behind(self, error: StoreUnavailable) -> StoreClosed | None:
        """Return why the store is closed if it refused a write for that, else None."""
        cause = error.__cause__
        if not isinstance(cause, ResponseError) or not reason_of(cause).startswith(REFUSALS):
            return None
        try:
            return closed(self._client)
        except STORE_ERRORS:
            return None


def install(app: Flask, client: Redis) -> None:
    """Refuse the writing requests of an app while its store is closed."""
    guard = app.extensions[EXTENSION] = ClosingGuard(client)
    app.before_request(guard.refuse_writes)


def closing_guard() -> ClosingGuard:
    """Return the guard of the app that serves the present request."""
    guard: ClosingGuard = current_app.extensions[EXTENSION]
    return guard
