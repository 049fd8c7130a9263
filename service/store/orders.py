"""Standing orders in the store: two hashes beside a game's record, changed by its append alone."""

from typing import Any

import msgspec

from service.redis.shards import shard_of
from service.store.contract import OrdersChange, StoredOrders

REVISION = "revision"
NONE_KNOWN = b"-"
"""Tells the script that there were no orders, and are none."""


def orders_key(game_id: str) -> str:
    """Return the hash of a game's standing orders by name, and their revision."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:orders"


def answered_key(game_id: str) -> str:
    """Return the hash of the codes of the orders that a game's events follow from, by version."""
    return f"{{s{shard_of(game_id):02}}}:{game_id}:answered"


def stored_orders(fields: Any) -> StoredOrders:
    """Return the orders of a hash."""
    orders = {name.decode(): order for name, order in fields.items()}
    return StoredOrders(orders.pop(REVISION, b"").decode(), orders)


def change_json(change: OrdersChange | None) -> bytes:
    """Return a change of orders for the script, empty without any orders."""
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
