"""The append script's arguments and answers, and the keys that it writes beside a record.

Command ids are packed, and most are kept only for a week. Standing orders are in two hashes, which
only the script changes.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from projections.record_fault import RecordFault
from service.redis.shards import check_key, feed_key, shard_of, stream_key
from service.store.broken_games import broken_key
from service.store.contract import (
    Appended,
    OrdersChange,
    OrdersChanged,
    RecordClosed,
    StoredOrders,
    WrongVersion,
)
from service.store.freezes import GameFrozen, freeze_of, frozen_key
from service.store.summaries import summary_keys

PACKED_ID = 16
"""The bytes of an id's digest."""
GAMES = 1_000
"""The number of games whose keys a process remembers."""
REVISION = "revision"
NONE_KNOWN = b"-"
"""Shows the script that there were no orders before, and are none now."""
REFUSALS: Mapping[bytes, Callable[[bytes], Exception]] = {
    b"WRONGVERSION": lambda detail: WrongVersion(int(detail)),
    b"ORDERSCHANGED": lambda _: OrdersChanged(),
    b"BROKEN": lambda detail: RecordClosed(msgspec.json.decode(detail, type=RecordFault)),
    b"CLOSED": lambda detail: GameFrozen(freeze_of(detail)),
}
"""The errors for the script's outcomes; each is made from the outcome's detail."""


@lru_cache(GAMES)
def append_keys(game: str) -> tuple[str, ...]:
    """Return the keys of an append, in the script's order."""
    shard = shard_of(game)
    record = stream_key(game), recent_key(game), commands_key(game), feed_key(shard)
    orders = orders_key(game), answered_key(game)
    marks = broken_key(shard), frozen_key(shard)
    return (*record, *orders, *summary_keys(shard), *marks, check_key(shard))


def recent_key(game_id: str) -> str:
    """Return the hash of a game's command ids that are deleted a week after its last command."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:ids"


def commands_key(game_id: str) -> str:
    """Return the hash of a game's command ids that are kept permanently."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:cmd"


def packed_id(command_id: str) -> bytes:
    """Return the stored form of a command id, empty for an empty one."""
    return hashlib.sha256(command_id.encode()).digest()[:PACKED_ID] if command_id else b""


def packed_fingerprint(fingerprint: str) -> bytes:
    """Return the stored form of a fingerprint, which follows a version in a kept answer."""
    try:
        packed = bytes.fromhex(fingerprint)
    except ValueError:
        packed = b""
    # Fingerprints that are not lower-case hex get another separator, and are stored as they are.
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


def unpack_answer(answer: bytes, repeated: bool) -> Appended:
    """Return a kept answer, unpacked."""
    version, packed, rest = answer.partition(b";")
    if not packed or not version.isdigit():
        version, _, rest = answer.partition(b":")
        return Appended(int(version), rest.decode(), repeated)
    return Appended(int(version), rest.hex(), repeated)


def orders_key(game_id: str) -> str:
    """Return the hash of a game's standing orders by name, and their revision."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:orders"


def answered_key(game_id: str) -> str:
    """Return the hash of the codes of the orders that caused a game's events, by version."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:answered"


def stored_orders(fields: Any) -> StoredOrders:
    """Return the orders of a hash."""
    orders = {name.decode(): order for name, order in fields.items()}
    return StoredOrders(orders.pop(REVISION, b"").decode(), orders)


def change_json(change: OrdersChange | None) -> bytes:
    """Return a change of orders for the script; empty if orders play no part."""
    if change is None:
        return b""
    if not (change.revision or change.next_revision or change.answered or change.over):
        return NONE_KNOWN
    return msgspec.json.encode(
        {
            "revision": change.revision,
            "next_revision": change.next_revision,
            "written": {name: order.decode() for name, order in change.written.items()},
            "removed": list(change.removed),
            "answered": {str(version): code for version, code in change.answered.items()},
            "over": change.over,
        }
    )
