"""Requests that write beside the records, refused while the store takes no events.

Moves ask nothing beforehand: their append is refused by the store itself.
"""

from flask import Flask, request
from redis import Redis
from redis.exceptions import ResponseError

from service.http.plumbing.auth import SAFE
from service.store.closed import closed
from service.store.contract import StoreClosed, StoreUnavailable
from service.store.reaching import STORE_ERRORS, reaching, reason_of

FREE = frozenset({"moves", "rulesets", "unsubscribing"})
"""Blueprints whose requests write by an append alone, or nothing."""
REFUSALS = ("WRONGTYPE", "NOREPLICAS")
"""The server's errors for a write into a closed store."""


def check(app: Flask, client: Redis) -> None:
    """Refuse the writing requests of an app while its store is closed."""

    def refuse() -> None:
        if request.method in SAFE or request.blueprint in FREE or request.blueprint is None:
            return
        with reaching():
            if reason := closed(client):
                raise reason

    app.before_request(refuse)
    app.extensions["anabasis.closed"] = lambda error: _closed(client, error)


def _closed(client: Redis, error: StoreUnavailable) -> StoreClosed | None:
    """Return the closing by which a store refused a write, None if it was something else."""
    cause = error.__cause__
    if not isinstance(cause, ResponseError) or not reason_of(cause).startswith(REFUSALS):
        return None
    try:
        return closed(client)
    except STORE_ERRORS:
        return None
