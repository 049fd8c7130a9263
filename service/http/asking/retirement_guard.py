"""Refuse requests that write outside the records while the store takes no events.

Moves need no check before: the store itself refuses their append.
"""

from flask import Flask, current_app
from redis import Redis
from redis.exceptions import ResponseError

from service.redis.error_translation import STORE_ERRORS, reason_of, translated_errors
from service.redis.errors import StoreRetired, StoreUnavailable
from service.redis.retirement import retirement_error

EXTENSION = "anabasis.closed"
REFUSALS = ("WRONGTYPE", "NOREPLICAS")
"""The server's errors for a write into a closed store."""


class RetirementGuard:
    """Refuses writes outside the records while an app's store is closed."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def refuse_writes(self) -> None:
        """Raise StoreRetired while the store is closed."""
        with translated_errors():
            if reason := retirement_error(self._client):
                raise reason

    def retirement_behind(self, error: StoreUnavailable) -> StoreRetired | None:
        """Return the reason if the store refused a write because it is closed, otherwise None."""
        cause = error.__cause__
        if not isinstance(cause, ResponseError) or not reason_of(cause).startswith(REFUSALS):
            return None
        try:
            return retirement_error(self._client)
        # The store does not answer, so the caller's own error is the one to report.
        except STORE_ERRORS:
            return None


def install_guard(app: Flask, client: Redis) -> RetirementGuard:
    """Give an app its guard, and return it."""
    guard = app.extensions[EXTENSION] = RetirementGuard(client)
    return guard


def retirement_guard() -> RetirementGuard:
    """Return the guard of the app that serves the present request."""
    guard: RetirementGuard = current_app.extensions[EXTENSION]
    return guard
