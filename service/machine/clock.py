"""The service's clock: the only place that reads the time of events."""

from datetime import UTC, datetime
from functools import lru_cache
from time import time_ns

from domain.record.times import milliseconds


def now() -> str:
    """Return the present moment, UTC, ISO 8601 with milliseconds."""
    seconds, ms = divmod(time_ns() // 1_000_000, 1_000)
    return f"{_second(seconds)}.{ms:03}Z"


def now_ms() -> int:
    """Return the present moment in milliseconds since 1970."""
    return milliseconds(now())


@lru_cache(maxsize=1)
def _second(seconds: int) -> str:
    """Return a second's text; each request reads the clock several times within one."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"
