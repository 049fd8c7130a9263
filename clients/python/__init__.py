"""A small synchronous Python library for the Anabasis HTTP API."""

from clients.python.client import Anabasis
from clients.python.connection import Patience
from clients.python.errors import (
    ApiError,
    Forbidden,
    Gone,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    Stale,
    Unauthorized,
    Unavailable,
)
from clients.python.imports import GameImports
from clients.python.notices import Notices
from clients.python.shapes import JsonObject

__all__ = [
    "Anabasis",
    "ApiError",
    "Forbidden",
    "GameImports",
    "Gone",
    "Invalid",
    "JsonObject",
    "NotFound",
    "Notices",
    "Patience",
    "RateLimited",
    "Refused",
    "Stale",
    "Unauthorized",
    "Unavailable",
]
