"""The kinds of keys in a backup: all except derived, leased and short-lived ones.

A key of a kind that this module does not know is in the backup.
"""

import re

from service.redis.at_work import WORKING_KEY
from service.redis.closed import FILLING_KEY
from service.store.backed_up import BACKED_UP_KEY
from service.store.redis_store import CHECK_KEY

_BESIDE = (
    r"\{s\d\d\}:(?:feed|feed:aside|games|changed|settled|check|archive|models(?::.*)?|"
    r"[^:]+:(?:ev|ids|cmd|orders|answered|snap))"
)
"""Keys read with their game or derived from it: read models, snapshots."""
_TAGS = "lobby|my|bots|deadlines|notices|work|animations"
"""The hash tags of leases, animations, and read models in a layout that nothing reads any more."""
_LEFT_OUT = re.compile(
    rf"{_BESIDE}|\{{(?:{_TAGS})(?::[^}}]*)?\}}:.*|{CHECK_KEY}|{FILLING_KEY}|{WORKING_KEY}"
    rf"|{BACKED_UP_KEY}".encode(),
    re.DOTALL,
)


def is_kept(key: bytes) -> bool:
    """True if backups hold a key by itself: not part of a game, no read model, no lease."""
    return _LEFT_OUT.fullmatch(key) is None
