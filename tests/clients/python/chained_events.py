"""Events as the API shows them, each with its hash and that of the one before."""

from typing import Any

from clients.python.chain import hash_of

Json = dict[str, Any]


def chained(count: int, **data: Any) -> list[Json]:
    """A record of events with the same data."""
    events, head = list[Json](), "0" * 64
    for version in range(1, count + 1):
        events.append(sealed({"version": version, "prev": head, "data": data}))
        head = events[-1]["hash"]
    return events


def sealed(parts: Json) -> Json:
    """An event with some parts of its own, and its true hash."""
    event = {
        "schema": 1,
        "recorded_at": "2026-11-29T00:00:00.000Z",
        "type": "turn_ended",
        "seat": 0,
        "commitments": {},
        "salts": {},
        "undone": False,
        **parts,
    }
    return {**event, "hash": hash_of(event)}
