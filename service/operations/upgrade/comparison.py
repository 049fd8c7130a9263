"""Comparing each game as replayed by the older release and by this one."""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any, Literal, get_args

import msgspec

from domain.record.record import is_same
from service.operations.backup.audit_records import Record, in_order
from service.operations.upgrade.old_release import OldRelease
from service.operations.upgrade.replaying import ReplayRequest, ReplayStep, steps

Verdict = Literal["same", "differs", "breaks", "mended", "broken"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
Ruling = tuple[Verdict, int, str]
"""A verdict, the first version to which it applies, and the reason."""


class Comparison(msgspec.Struct, frozen=True):
    """A game's verdict, the first version to which it applies, and the reason.

    ``differs``: the reason is the path of the first value that differs. ``breaks``: this release
    cannot replay the record, or decides otherwise than recorded. ``broken``: neither release can
    replay it from that version on. ``mended``: only the older release cannot.
    """

    game: str
    events: int
    verdict: Verdict = "same"
    version: int = 0
    reason: str = ""


def compared(
    records: Iterable[Record], old: str, processes: int, *, every: bool
) -> Iterator[Comparison]:
    """Yield the comparison of each record, in order. Raises OldReleaseUnusable."""
    recorded = (record for record in records if record.entries)
    if processes > 1:
        yield from in_order(partial(_compared_apart, old, every), recorded, processes)
        return
    with OldRelease(old) as release:
        for record in recorded:
            yield _compared(release, every, record)


def _compared_apart(python: str, every: bool, record: Record) -> Comparison:
    return _compared(_opened(python), every, record)


def _compared(old: OldRelease, every: bool, record: Record) -> Comparison:
    replay = ReplayRequest(record.entries, every=every)
    ruling = _of_steps(old.replayed(replay), steps(replay))
    # Deciding everything again takes longest, so it is done only for records that replay here.
    if ruling is None or ruling[0] == "mended":
        ruling = _of_decisions(old, ReplayRequest(record.entries, audit=True)) or ruling
    return Comparison(record.game, len(record.entries), *(ruling or ()))


@cache
def _opened(python: str) -> OldRelease:
    """Return this process's own older release, which ends with the process."""
    return OldRelease(python)


def _of_steps(old: Iterator[ReplayStep], new: Iterator[ReplayStep]) -> Ruling | None:
    """Compare position after position; return the first ruling."""
    ruling = next(filter(None, map(_of_step, old, new)), None)
    # Read the rest of this answer, or it would be taken for the answer to the next request.
    for _ in old:
        pass
    return ruling


def _of_step(old: ReplayStep, new: ReplayStep) -> Ruling | None:
    if new.reason:
        return _broken(old, new)
    if old.reason:
        return "mended", old.version, old.reason
    if old.position == new.position:
        return None
    positions = map(msgspec.json.decode, (old.position, new.position))
    path = difference(*positions)
    return None if path is None else ("differs", old.version, path)


def _broken(old: ReplayStep, new: ReplayStep) -> Ruling:
    is_both = bool(old.reason) and old.version == new.version
    return "broken" if is_both else "breaks", new.version, new.reason


def _of_decisions(old: OldRelease, replay: ReplayRequest) -> Ruling | None:
    """Decide every event again; ask the older release only if a decision differs here."""
    (new,) = steps(replay)
    if not new.reason:
        return None
    (before,) = old.replayed(replay)
    return _broken(before, new)


def difference(old: Any, new: Any, path: str = "") -> str | None:
    """Return the path of the first value that differs in ``new``, None if there is none.

    A new name in an object is no difference: releases may add fields.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        return _first(old, new, old, path)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return _first(old, new, range(len(old)), path)
    return None if is_same(old, new) else path


def _first(old: Any, new: Any, places: Iterable[Any], path: str) -> str | None:
    for place in places:
        below = f"{path}/{place}" if path else str(place)
        if isinstance(new, dict) and place not in new:
            return below
        if (inner := difference(old[place], new[place], below)) is not None:
            return inner
    return None
