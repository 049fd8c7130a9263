"""A small Python library for the Anabasis HTTP API, for programs that block or await."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .chain import LastSeen
from .client import Anabasis
from .connection import Patience
from .errors import (
    ApiError,
    ChainBroken,
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
from .notices import Notices
from .shapes import JsonObject
from .streaming import AsyncEventStream, EventStream
from .version import VERSION

if TYPE_CHECKING:
    from .async_client import AsyncAnabasis

__version__ = VERSION
__all__ = [
    "Anabasis",
    "ApiError",
    "AsyncAnabasis",
    "AsyncEventStream",
    "ChainBroken",
    "EventStream",
    "Forbidden",
    "Gone",
    "Invalid",
    "JsonObject",
    "LastSeen",
    "NotFound",
    "Notices",
    "Patience",
    "RateLimited",
    "Refused",
    "Stale",
    "Unauthorized",
    "Unavailable",
]


def __getattr__(name: str) -> Any:
    # A program that blocks should not pay for asyncio.
    if name != "AsyncAnabasis":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(".async_client", __name__).AsyncAnabasis
