"""What a backup holds of a store: all but what is made again, lent or only kept for a while.

A key of a kind that this module does not know is in the backup.
"""

import re

from service.store.contract import shard_of
from service.store.redis_store import CHECK_KEY, FILLING_KEY

_BESIDE = (
    r"\{s\d\d\}:(?:feed|games|changed|settled|check|[^:]+:(?:ev|ids|cmd|orders|answered|snap))"
)
"""What is read with its game, is made again with it, or is a snapshot."""
_MODELS = r"\{s\d\d\}:models(?::.*)?"
_TAGS = "lobby|my|bots|deadlines|work|animations"
"""The hash tags of older releases' read models, leases and animations."""
_LEFT_OUT = re.compile(
    rf"{_BESIDE}|{_MODELS}|\{{(?:{_TAGS})(?::[^}}]*)?\}}:.*|{re.escape(CHECK_KEY)}|{re.escape(FILLING_KEY)}".encode(),
    re.DOTALL,
)
_STREAM = re.compile(rb"\{s\d\d\}:([^:]+):ev")


def is_kept(key: bytes) -> bool:
    """True if a key is in backups as it is: not with a game, no read model, no lease."""
    return _LEFT_OUT.fullmatch(key) is None


def game_of(key: bytes) -> tuple[int, str] | None:
    """Return the shard and id of the game whose stream this is, None for another key."""
    match = _STREAM.fullmatch(key)
    return (shard_of(match[1].decode()), match[1].decode()) if match else None
