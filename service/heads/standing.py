"""Check that the event behind a game's leaf is in its record.

It is not after a restore or a fail-over that lost a game's end while the log kept its leaf.
"""

from contextlib import suppress

from domain.record.record import stated_hash
from service.heads.log import Head, Place
from service.store.contract import EventStore


def standing(store: EventStore, game_id: str, place: Place) -> Head | None:
    """Return the head that a place stands for, None if the record has another or none.

    Raises StoreUnavailable.
    """
    for entry in store.read(game_id, place.version - 1, 1):
        with suppress(ValueError):  # an entry that states no hash
            head = Head(game_id, place.version, stated_hash(entry).hex())
            return head if place.is_of(head) else None
    return None
