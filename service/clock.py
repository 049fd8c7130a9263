"""The service's clock: the only place that reads the time of events."""

from datetime import UTC, datetime

from domain.record.times import milliseconds


def now() -> str:
    """Return the present moment, UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now_ms() -> int:
    """Return the present moment in milliseconds since 1970."""
    return milliseconds(now())
