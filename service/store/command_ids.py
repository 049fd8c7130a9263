"""Command ids as the store keeps them: packed, and most of them for a week alone."""

import hashlib
from typing import Any

from service.redis.shards import shard_of, stream_key
from service.store.contract import Appended

PACKED_ID = 16
"""The bytes of an id's digest."""


def recent_key(game_id: str) -> str:
    """Return the hash of a game's command ids that are let go a week after its last command."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:ids"


def commands_key(game_id: str) -> str:
    """Return the hash of a game's command ids that are kept for good."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:cmd"


def packed_id(command_id: str) -> bytes:
    """Return a command id as it is kept, empty if it is."""
    return hashlib.sha256(command_id.encode()).digest()[:PACKED_ID] if command_id else b""


def packed_fingerprint(fingerprint: str) -> bytes:
    """Return a fingerprint as it is kept behind the version that answers its command."""
    try:
        packed = bytes.fromhex(fingerprint)
    except ValueError:
        packed = b""
    is_hex = packed.hex() == fingerprint
    return b";" + packed if is_hex else b":" + fingerprint.encode()


def find_answer(client: Any, game_id: str, command_id: str) -> tuple[bytes | None, bool]:
    """Return the answer of a command id kept beside its game's stream, None without one.

    The second value is true if the game is sealed, so that more ids are in its block.
    """
    pipeline = client.pipeline(transaction=False)
    pipeline.hget(recent_key(game_id), packed_id(command_id))
    pipeline.hget(commands_key(game_id), packed_id(command_id))
    pipeline.type(stream_key(game_id))
    recent, kept, kind = pipeline.execute()
    return kept if recent is None else recent, kind == b"string"


def appended(answer: bytes, repeated: bool) -> Appended:
    """Return a kept answer, unpacked."""
    version, packed, rest = answer.partition(b";")
    if not packed or not version.isdigit():
        version, _, rest = answer.partition(b":")
        return Appended(int(version), rest.decode(), repeated)
    return Appended(int(version), rest.hex(), repeated)
