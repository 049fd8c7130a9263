"""Records forged with the secret at hand: every commitment and hash is made to fit."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.record.record import GENESIS, Event, commit, digest, salt
from domain.record.visibility import look_up


def forged(events: Iterable[Event], version: int, **fields: Any) -> list[Event]:
    """The record with other fields in one event and every hash from there on made to fit."""
    return rehashed(replace(e, **fields) if e.version == version else e for e in events)


def rehashed(events: Iterable[Event]) -> list[Event]:
    """The events, their commitments to the paths they name, and new links and hashes."""
    found: list[Event] = []
    for event in events:
        secret = bytes.fromhex((found[0] if found else event).data["secret"])
        prev = found[-1].hash if found else GENESIS
        opened = replace(event, prev=prev, commitments=_commitments(secret, event))
        found.append(replace(opened, hash=digest(opened)))
    return found


def _commitments(secret: bytes, event: Event) -> Mapping[str, str]:
    return {
        path: commit(salt(secret, event.version, path), look_up(event.data, path))
        for path in event.commitments
    }
