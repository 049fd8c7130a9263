"""Records to append where their content is of no matter."""

import hashlib
import json

from domain.record.record import PACKED
from service.store.contract import Append, EventStore

NOTHING = "0" * 64


def hash_of(version: int) -> str:
    """The hash that an event of these records states; 64 zeros before the first."""
    return hashlib.sha256(str(version).encode()).hexdigest() if version else NOTHING


def entry(version: int) -> bytes:
    """A packed event; a ``hash`` in its fields is none of the store's business."""
    links = bytes.fromhex(hash_of(version) + hash_of(version - 1))
    fields = {"version": version, "data": {"hash": "another", "name": "Ærø"}}
    return PACKED + links + json.dumps(fields, ensure_ascii=False).encode()


def append_of(
    version: int, *, game: str = "g", command: str | None = None, fingerprint: str = "f"
) -> Append:
    """The append that makes ``version``, by a command of its own unless one is named."""
    return Append(
        game_id=game,
        command_id=command or f"command-{version}",
        fingerprint=fingerprint,
        version=version,
        prev=hash_of(version - 1),
        entries=(entry(version),),
    )


def record(store: EventStore, versions: int, game: str = "g") -> None:
    """A game of so many events."""
    for version in range(1, versions + 1):
        store.append(append_of(version, game=game))
