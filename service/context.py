"""What a request needs of the service, made once for each app."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import current_app
from redis import Redis

from service.allowances import Allowances
from service.commands import Commands
from service.live import Live
from service.players import Players
from service.state_cache import StateCache
from service.store.contract import EventStore
from service.store.reaching import reaching
from service.store.read_models import ReadModels

_KEY = "anabasis:key"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one app; ``read_key`` is not called before it is needed.

    An app can so be made while the store is away: gunicorn gives up when a worker cannot start.
    ``allowances`` is None where nothing is limited.
    """

    store: EventStore
    cache: StateCache
    commands: Commands
    players: Players
    read_models: ReadModels
    live: Live
    allowances: Allowances | None
    read_key: Callable[[], bytes]

    @property
    def key(self) -> bytes:
        """The installation's key (32 bytes), shared by its processes. Raises StoreUnavailable."""
        return self.read_key()


def services() -> Services:
    """The parts of the app that serves the present request."""
    return cast("Services", current_app.extensions["anabasis"])


def installation_key(client: Redis) -> bytes:
    """The installation's key, made by whichever process comes first. Raises StoreUnavailable."""
    with reaching():
        client.set(_KEY, secrets.token_bytes(32), nx=True)
        key = client.get(_KEY)
    assert isinstance(key, bytes)
    return key
