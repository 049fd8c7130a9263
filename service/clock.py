"""The service's clock: the only place that reads the time of events."""

from datetime import UTC, datetime


def now() -> str:
    """Return the present moment, UTC, ISO 8601 with milliseconds."""
    return _written(datetime.now(UTC))


def moment(milliseconds: int) -> str:
    """Return the moment so many milliseconds after 1970 began, as ``now`` writes it."""
    return _written(datetime.fromtimestamp(milliseconds / 1000, UTC))


def _written(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
