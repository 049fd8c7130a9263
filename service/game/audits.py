"""The audit of a game by its record in the store; memory is not trusted."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import overload

from domain.errors import RecordBroken
from domain.kernel.audit import Audit, audit
from domain.kernel.game import Game, evolve_recorded
from domain.record import chance as chances
from domain.record.record import (
    GENESIS,
    NEWEST_SCHEMA,
    Event,
    Upcasters,
    check_commitments,
    decode,
    malformed,
    verify_chain,
)
from service.heads.log import HeadLog, recorded_head
from service.machine.slices import in_slices
from service.store.contract import EventStore

# Larger than a player's page: an audit reads the whole record, and saves trips to the store.
PAGE = 500


def audit_of(
    store: EventStore, game_id: str, feed_version: int = 0, heads: HeadLog | None = None
) -> Audit:
    """Recompute a game's record from the store. Raises StoreUnavailable.

    ``feed_version`` is the newest version in the feed: a record that ends earlier is broken at its
    end. A record that lacks the head in the log of ``heads`` is broken at that head's version.
    """
    # The record of an unfinished game cannot show by itself that its end is missing.
    head = store.newest_version(game_id)
    entries = list(entries_of(store, game_id, head))
    result = audit_entries(game_id, entries, head, feed_version)
    return result if heads is None else held_against(heads, store, game_id, result)


def audit_entries(
    game_id: str,
    entries: Sequence[bytes],
    head: int,
    feed_version: int = 0,
    at: Callable[[int], object] = lambda _: None,
) -> Audit:
    """Recompute a game's record from its entries; the last should be version ``head``.

    ``at`` hears the version of each decision checked.
    """
    result = _recomputed(game_id, entries, head, at)
    if not result.valid or result.events >= feed_version:
        return result
    return replace(
        result, broken_at=result.events + 1, reason=f"the feed tells of version {feed_version}"
    )


def damage_in(
    game_id: str, entries: Sequence[bytes], head: int, feed_version: int = 0
) -> RecordBroken | None:
    """Return the first break of a record that no release can have written, None if it is whole."""
    # Decisions are not checked: the rules of another release may have made them.
    record = _Record(entries)
    try:
        record.check_form()
        game = _begun(record)
        newest = _newest_schema(game)
        # This release cannot judge the events of a newer one.
        if any(event.schema > newest for event in record):
            return None
        verify_chain(record)
        if game is not None:
            _check_hidden(game_id, game, record)
    except RecordBroken as broken:
        return broken
    if len(record) < max(head, feed_version):
        return RecordBroken(len(record) + 1, f"the feed tells of version {feed_version}")
    return None


def _begun(record: "_Record") -> Game | None:
    """Return the game as it began, None if this release cannot read its first event."""
    try:
        return evolve_recorded(None, record[0]) if record else None
    except RecordBroken:
        return None


def _newest_schema(game: Game | None) -> int:
    upcasters: Upcasters = {} if game is None else game.ruleset.wire.events.upcasters
    return max([NEWEST_SCHEMA, *(schema + 1 for _, schema in upcasters)])


def _check_hidden(game_id: str, game: Game, record: "_Record") -> None:
    """Raise RecordBroken unless the record is this game's and hidden values match commitments."""
    if game.terms.game_id not in (None, game_id):
        raise RecordBroken(1, f"it is the record of the game {game.terms.game_id}")
    if not _has_own_secret(game):
        raise RecordBroken(1, "the secret is not the one committed to")
    for event in record:
        try:
            check_commitments(event, game.secret)
        except (LookupError, TypeError, ValueError) as error:
            raise malformed(event, error) from error


def _has_own_secret(game: Game) -> bool:
    try:
        return chances.commitment(game.secret) == game.terms.chance.commitment
    except ValueError:
        return False


def _recomputed(
    game_id: str, entries: Sequence[bytes], head: int, at: Callable[[int], object]
) -> Audit:
    record = _Record(entries)
    if len(record) < head:
        reason = f"{len(record)} entries stand up to version {head}"
        return Audit(len(record), GENESIS, len(record) + 1, reason)
    try:
        record.check_form()
        result = audit(record, at)
    except RecordBroken as broken:
        return Audit(len(record), GENESIS, broken.version, broken.reason)
    own = record[0].data.get("game_id") if result.valid else None
    if own in (None, game_id):
        return result
    return replace(result, broken_at=1, reason=f"it is the record of the game {own}")


def held_against(heads: HeadLog, store: EventStore, game_id: str, result: Audit) -> Audit:
    """Return the audit; a record is also broken where the log has another head of it."""
    place = heads.place(game_id) if result.valid else None
    if place is None or recorded_head(store, game_id, place) is not None:
        return result
    return replace(result, broken_at=place.version, reason="the public log has another head of it")


def entries_of(store: EventStore, game_id: str, head: int) -> Iterator[bytes]:
    """Yield a record's entries up to its head, read in pages. Raises StoreUnavailable."""
    for after in range(0, head, PAGE):
        yield from store.read(game_id, after, until=after + PAGE)


class _Record(Sequence[Event]):
    """Stored entries as events, each decoded when it is asked for.

    Other requests are served during an iteration.
    """

    # All events decoded at once take five times the memory of their entries.

    def __init__(self, entries: Sequence[bytes], after: int = 0) -> None:
        self._entries = entries
        self._after = after

    def check_form(self) -> None:
        """Raise RecordBroken at the first entry that is no event."""
        for _ in self:
            pass

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Event]:
        return in_slices(self._event(place) for place in range(len(self)))

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> "_Record": ...
    def __getitem__(self, place: int | slice) -> "Event | _Record":
        if isinstance(place, slice):
            start, *_ = place.indices(len(self))
            return _Record(self._entries[place], self._after + start)
        return self._event(range(len(self))[place])

    def _event(self, place: int) -> Event:
        try:
            (event,) = decode([self._entries[place]])
        except RecordBroken as broken:
            raise RecordBroken(self._after + place + 1, broken.reason) from broken
        return event
