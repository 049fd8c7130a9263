"""Undoing a move: reopen the old store and close the new one, so that no game goes on in both."""

from dataclasses import dataclass

from redis import Redis

from service.machine import clock
from service.operations.backup.errors import BackupFailed
from service.operations.backup.retirement import undo
from service.operations.backup.store_writer import ends_of, is_empty
from service.redis.error_translation import translated_errors
from service.redis.heartbeat import is_at_work
from service.redis.retirement import (
    FILLING_KEY,
    feed_keys,
    is_moving,
    moved_to,
    place_in,
    reopen,
    retire,
    why_retired,
)
from service.redis.shards import SHARDS

BACK = "The games have moved back to"


@dataclass(frozen=True, slots=True)
class Left:
    """The store that a move went to, as the closed store names it, without passwords.

    If it is not ``may_be_used``, it was never open to anybody.
    """

    place: str
    may_be_used: bool


def left_for(source: Redis) -> Left | None:
    """Return the store to which a closed one was moved; None if it is open.

    Raises StoreUnavailable.
    """
    with translated_errors():
        note = moved_to(source)
    return Left(place_in(note), not is_moving(note)) if note else None


def undo_move(source: Redis, place: str, target: Redis | None, *, force: bool) -> None:
    """Open the old store, whose name is ``place``, and close the new one if it can be reached.

    Raises BackupFailed if anything was recorded in the new one, unless forced; StoreUnavailable.
    """
    with translated_errors():
        if is_at_work(source) and not force:
            raise BackupFailed(
                f"{why_retired(source)} --force undoes it now: if it is at work, the games split."
            )
        if target is not None and has_games(target):
            _close_unused(source, target, f"{BACK} {place} at {clock.now()}", force=force)
    undo(source)


def has_games(target: Redis) -> bool:
    """True for a store that a move has filled. Raises StoreUnavailable."""
    with translated_errors():
        # A store that a killed move left half filled was never open, so nothing was recorded in it.
        return not is_empty(target) and not target.exists(FILLING_KEY)


def _close_unused(source: Redis, target: Redis, note: str, *, force: bool) -> None:
    closed = moved_to(target)
    if not force:
        _refuse_moved_on(closed)
        _refuse_recorded(source, target, aside=closed is not None)
    if closed:
        return
    retire(target, note)
    try:
        if not force:
            # Check again, now that it is closed: a player may have made a move since.
            _refuse_recorded(source, target, aside=True)
    except BackupFailed:
        reopen(target)
        raise


def _refuse_moved_on(note: str | None) -> None:
    if note and not note.startswith(BACK):
        raise BackupFailed(f"{note}, from the new store: undo that move first, or use --force.")


def _refuse_recorded(source: Redis, target: Redis, *, aside: bool) -> None:
    """Raise BackupFailed if the two stores' feeds end differently."""
    old = ends_of(source, [feed_keys(shard)[1] for shard in range(SHARDS)])
    new = ends_of(target, [feed_keys(shard)[aside] for shard in range(SHARDS)])
    # Lengths are not compared, as a worker may have trimmed the new store's feeds.
    if [last for _, last in old] != [last for _, last in new]:
        raise BackupFailed(
            "The new store has other events by now, which would be lost: go on there, or move "
            "back into an emptied store; --force gives them up."
        )
