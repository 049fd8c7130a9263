"""The audit of a game as it stands in the store: nothing that was kept in memory is believed."""

from domain.audit import Audit, audit
from domain.errors import RecordBroken
from domain.record import GENESIS, decode
from service.store.contract import EventStore


def audit_of(store: EventStore, game_id: str) -> Audit:
    """Recompute a game's record from the store. Raises StoreUnavailable."""
    entries = store.read(game_id)
    try:
        return audit(decode(entries))
    except RecordBroken as broken:
        return Audit(len(entries), GENESIS, broken.version, broken.reason)
