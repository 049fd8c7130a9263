"""What a request needs of the service, made once for each app."""

import secrets
from dataclasses import dataclass
from typing import cast

from flask import current_app
from redis import Redis

from service.commands import Commands
from service.live import Live
from service.players import Players
from service.state_cache import StateCache
from service.store.contract import EventStore
from service.store.read_models import ReadModels

_KEY = "anabasis:key"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one app; ``key`` (32 bytes) is the installation's, shared by its processes."""

    store: EventStore
    cache: StateCache
    commands: Commands
    players: Players
    read_models: ReadModels
    live: Live
    key: bytes


def services() -> Services:
    """The parts of the app that serves the present request."""
    return cast("Services", current_app.extensions["anabasis"])


def installation_key(client: Redis) -> bytes:
    """The installation's key, made by whichever process comes first."""
    client.set(_KEY, secrets.token_bytes(32), nx=True)
    key = client.get(_KEY)
    assert isinstance(key, bytes)
    return key
