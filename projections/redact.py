"""Redaction: an event as a viewer may see it; no other module shows events."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import cast

from msgspec import UNSET, UnsetType

from domain.kernel.game import REDONE, UNDONE, Game, visibility_of
from domain.record.record import Event, Settled, salt
from domain.record.visibility import Viewer, conceal, hidden_values
from projections.answers import records
from projections.answers.clocks import SettledClock


def redact(game: Game, event: Event, viewer: Viewer, *, undone: bool = False) -> records.Event:
    """Return an event of ``game`` with null for the values hidden from the viewer.

    Each committed value that is shown comes with the salt (hex) that opens its commitment.
    """
    owners = _owners(game, event) if event.commitments else {}
    shown = [path for path in event.commitments if viewer.may_see(owners.get(path))]
    hidden = [path for path in event.commitments if path not in shown]
    return records.Event(
        version=event.version,
        schema=event.schema,
        recorded_at=event.recorded_at,
        type=event.type,
        seat=event.seat,
        data=conceal(event.data, hidden),
        commitments=event.commitments,
        prev=event.prev,
        by=cast("records.Maker | UnsetType", event.by),  # only the audit checks it
        settled=UNSET if event.settled is UNSET else _settled(event.settled),
        salts={path: salt(game.secret, event.version, path).hex() for path in shown},
        hash=event.hash,
        undone=undone,
    )


def _settled(clocks: Mapping[str, Settled]) -> dict[str, SettledClock]:
    return {
        seat: SettledClock(clock.due or UNSET, UNSET if clock.left is None else clock.left)
        for seat, clock in clocks.items()
    }


def redaction(game: Game, viewer: Viewer) -> Callable[[Event], records.Event]:
    """Return a function that shows an event of ``game`` to the viewer, as undone if it is now."""
    is_undone = undone_test(game)
    return lambda event: redact(game, event, viewer, undone=is_undone(event))


def _owners(game: Game, event: Event) -> dict[str, int | None]:
    visibility = visibility_of(game.ruleset, event.type)
    return {
        hidden.path: hidden.owner for hidden in hidden_values(event.data, visibility, event.seat)
    }


def undone_versions(game: Game, events: Iterable[Event]) -> frozenset[int]:
    """Return the versions among ``events`` that are not on the present line of ``game``."""
    is_undone = undone_test(game)
    return frozenset(event.version for event in events if is_undone(event))


def undone_test(game: Game) -> Callable[[Event], bool]:
    """Return a predicate: True for events of ``game`` that are undone now."""
    if game.timeline is None:
        return lambda _: False
    # The present line as runs of versions, so a test costs a search, not a walk along the line.
    firsts, lasts = zip(*reversed(list(game.timeline.runs())), strict=True)

    def is_undone(event: Event) -> bool:
        run = bisect_right(firsts, event.version) - 1
        is_on_line = run < 0 or event.version <= lasts[run]
        # An undo or redo is on no line itself, and nobody can undo it.
        return not is_on_line and event.type not in (UNDONE, REDONE)

    return is_undone
