"""All keys except records and feeds, as backups read and restores write them."""

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any

from msgspec.structs import replace

from service.machine.slices import chunks
from service.operations.backup.bounds import weight_of
from service.operations.backup.form import KeyItem, packed_item
from service.operations.backup.source import DIGEST, PAGE
from service.redis.error_translation import translated_errors
from service.redis.heartbeat import WORKING_KEY
from service.redis.retirement import FILLING_KEY
from service.store.installation import BACKED_UP_KEY
from service.store.redis_store import CHECK_KEY

AT_ONCE = 200
"""Keys that are read or written in one round trip."""
PIECE = 10_000
"""The most members, pairs or entries of a large value in one item."""

_BESIDE = (
    r"\{s\d\d\}:(?:feed|feed:aside|games|changed|settled|check|archive|models(?::.*)?|"
    r"[^:]+:(?:ev|ids|cmd|orders|answered|snap))"
)
"""Keys that are read with their game, and keys derived from games: read models, snapshots."""
_TAGS = "lobby|my|bots|deadlines|notices|work|animations|directory"
"""The tags of leases, animations, the directory, and read models in a layout no longer read."""
_LEFT_OUT = re.compile(
    rf"{_BESIDE}|\{{(?:{_TAGS})(?::[^}}]*)?\}}:.*|{CHECK_KEY}|{FILLING_KEY}|{WORKING_KEY}"
    rf"|{BACKED_UP_KEY}".encode(),
    re.DOTALL,
)


def is_kept(key: bytes) -> bool:
    """True if backups hold a key as such: it is no part of a game, no read model, no lease."""
    # Keys of unknown kinds are kept: a newer release or the host may need them.
    return _LEFT_OUT.fullmatch(key) is None


def digest_of(item: KeyItem) -> bytes:
    """Return a digest of a key's value and end."""
    return blake2b(packed_item(item), digest_size=DIGEST).digest()


def pieces_of(item: KeyItem) -> Iterator[KeyItem]:
    """Yield a key's item in pieces that fit into blocks, to be written in this order."""
    if isinstance(item.value, bytes):
        yield item
        return
    # Twice the weight, as `chunks` fills a list up to twice the bytes of a block.
    for members in chunks(item.value, PIECE, lambda member: 2 * weight_of(packed_item(member))):
        yield replace(item, value=members)


class StoreKeys:
    """The keys of one store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def each(self) -> Iterator[KeyItem]:
        """Yield each key that a backup holds once."""
        seen: set[bytes] = set()
        with translated_errors():
            scanned = (key for key in self._client.scan_iter(count=PAGE) if is_kept(key))
            for some in chunks(scanned, AT_ONCE):
                # SCAN may give a key more than once while the server's table grows or shrinks.
                new = [key for key in dict.fromkeys(some) if key not in seen]
                seen.update(new)
                yield from self.read(new)

    def read(self, keys: Iterable[bytes]) -> Iterator[KeyItem]:
        """Yield the items of these keys, if they exist."""
        pipeline = self._client.pipeline(transaction=False)
        for key in keys:
            pipeline.type(key)
            # The time of expiry, not the time that remains: a restore may come days later.
            pipeline.pexpiretime(key)
        about = {
            key: (kind.decode(), max(end, -1))
            for key, (kind, end) in zip(keys, chunks(pipeline.execute(), 2), strict=True)
            if kind != b"none"
        }
        for key, value in self._values({key: kind for key, (kind, _) in about.items()}):
            if value not in (None, []):  # the key may be gone by now
                yield KeyItem(key, *about[key], value)

    def _values(self, kinds: dict[bytes, str]) -> Iterator[tuple[bytes, Any]]:
        """Yield the keys' values: in one round trip, except large ones."""
        pipeline = self._client.pipeline(transaction=False)
        for key, kind in kinds.items():
            _READ[kind](pipeline, key)
        for (key, kind), reply in zip(kinds.items(), pipeline.execute(), strict=True):
            yield key, self._whole(key, kind, reply) if kind in _SCANNED else reply

    def _whole(self, key: bytes, kind: str, reply: tuple[int, Any]) -> list[Any]:
        cursor, page = reply
        members = list(page.items() if kind == "hash" else page)
        while cursor:
            cursor, page = getattr(self._client, _SCANNED[kind])(key, cursor, count=PAGE)
            members += list(page.items() if kind == "hash" else page)
        # Sorted, so that the same members give the same digest; a scan may give some of them twice.
        return sorted(set(members) if kind == "set" else dict(members).items())


_SCANNED = {"hash": "hscan", "set": "sscan", "zset": "zscan"}
_READ: dict[str, Callable[[Any, bytes], object]] = {
    "string": lambda pipeline, key: pipeline.get(key),
    "hash": lambda pipeline, key: pipeline.hscan(key, count=PAGE),
    "set": lambda pipeline, key: pipeline.sscan(key, count=PAGE),
    "zset": lambda pipeline, key: pipeline.zscan(key, count=PAGE),
    "list": lambda pipeline, key: pipeline.lrange(key, 0, -1),
    "stream": lambda pipeline, key: pipeline.xrange(key),
}
