"""The chain of hashes over a game's events: each is recomputed, and follows the one before."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from .errors import ChainBroken

_HASHED: Final = ("schema", "recorded_at", "type", "seat", "data", "commitments")
_OPTIONAL: Final = ("by", "settled")
"""Fields that an event may lack, and its hash then covers only the others."""

_FIRST: Final = "0" * 64
# RFC 8785 for what events hold: text, whole numbers, lists and objects with plain names.
_canonical: Final = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False
).encode


@dataclass(frozen=True, slots=True)
class LastSeen:
    """The last event seen: its version (0 before the first) and hash, None if it is not known."""

    version: int = 0
    hash: str | None = _FIRST


class Chain:
    """Follows a game's events from ``seen`` on."""

    def __init__(self, seen: LastSeen | None = None) -> None:
        self.seen = seen or LastSeen()

    def follow(self, event: Mapping[str, Any]) -> None:
        """Take the next event. Raises ChainBroken if its hash or place is wrong."""
        version = event.get("version")
        due = {"version": self.seen.version + 1, "hash": _hash_or_none(event)}
        if {"version": version, "hash": event.get("hash")} != due or due["hash"] is None:
            raise ChainBroken(self.seen, event, f"its hash or number is wrong: due is {due}")
        if self.seen.hash not in (None, event["prev"]):
            raise ChainBroken(self.seen, event, f"it does not follow {self.seen.hash}")
        self.seen = LastSeen(event["version"], event["hash"])

    def go_back(self, version: int) -> None:
        """Take back the events after a version, which the store has lost."""
        if version != self.seen.version:
            self.seen = LastSeen(version, _FIRST if version == 0 else None)


def hash_of(event: Mapping[str, Any]) -> str:
    """Return the hash of an event as the API shows it to any viewer; KeyError if it lacks parts.

    It is the SHA-256 of its canonical JSON, in which hidden values are null.
    """
    hashed = {name: event[name] for name in ("version", "prev", *_HASHED)}
    hashed |= {name: event[name] for name in _OPTIONAL if name in event}
    hashed["data"] = _concealed(event["data"], event["commitments"])
    return sha256(_canonical(hashed).encode()).hexdigest()


def _hash_or_none(event: Mapping[str, Any]) -> str | None:
    try:
        return hash_of(event)
    except (LookupError, TypeError, ValueError):
        return None


def _concealed(data: Any, paths: Mapping[str, str]) -> Any:
    if not paths:
        return data
    copy = json.loads(json.dumps(data))
    for path in paths:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
        holder = copy
        for step in steps:
            holder = holder[step]
        holder[last] = None
    return copy
