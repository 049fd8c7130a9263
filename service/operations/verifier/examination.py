"""Examining one game's record, read again from the store."""

from typing import NamedTuple

from domain.errors import RecordBroken
from domain.kernel.game import evolve_recorded
from domain.record.record import decode
from service.game.audits import audit_entries, damage_in, entries_of, held_against
from service.heads.log import HeadLog
from service.store.broken_games import Mark
from service.store.contract import EventStore


class ExaminedRecord(NamedTuple):
    """The number of a record's events, and the mark for it: None if it is sound."""

    events: int
    mark: Mark | None


def examine(store: EventStore, heads: HeadLog, game_id: str) -> ExaminedRecord:
    """Recompute a game's record as ``anabasis verify`` does. Raises StoreUnavailable."""
    # Read before the record, which is never behind it: otherwise a move in between would look like
    # a lost event.
    newest = _summarized_version(store, game_id)
    head = store.newest_version(game_id)
    if head == newest == 0:  # an imported game that was deleted meanwhile
        return ExaminedRecord(0, None)
    entries = [*entries_of(store, game_id, head)]
    audit = audit_entries(game_id, entries, head, newest)
    # The log has no heads of games that were played elsewhere.
    if store.origin(game_id) is None:
        audit = held_against(heads, store, game_id, audit)
    if audit.broken_at is None:
        return ExaminedRecord(len(entries), None)
    listed = _is_listed(entries)
    # Only damage closes a game. If a record is whole, but this release's rules or the public log
    # contradict it, it is only disputed: a newer release may have written it.
    damage = damage_in(game_id, entries, head, newest)
    if damage is not None:
        return ExaminedRecord(len(entries), Mark(damage.version, damage.reason, listed))
    mark = Mark(audit.broken_at, audit.reason or "", listed, disputed=True)
    return ExaminedRecord(len(entries), mark)


def _summarized_version(store: EventStore, game_id: str) -> int:
    """Return the version of the game's newest summary, 0 without one."""
    stored = store.summaries.newest([game_id]).get(game_id)
    version = b"0" if stored is None else stored.summary.partition(b" ")[0]
    return int(version) if version.isdigit() else 0


def _is_listed(entries: list[bytes]) -> bool:
    """True if the game is listed, so that its name may be shown to everyone."""
    try:
        return evolve_recorded(None, decode(entries[:1])[0]).terms.listed
    except (RecordBroken, IndexError):
        return False
