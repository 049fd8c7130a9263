"""The time for which a game waited for each seat, by the times in its record."""

from collections.abc import Iterable

from domain.record.times import milliseconds
from projections.answers.endings import Wait


class Waits:
    """The waits of the present line, fed event by event.

    An undo or redo starts the clock again: the time of an undone line counts for nobody.
    """

    def __init__(self, seats: int) -> None:
        self._longest: list[tuple[int, int | None]] = [(0, None)] * seats
        self._whole = [0] * seats
        self._since: dict[int, int] = {}
        self._restarted = 0

    def restart(self, at: str) -> None:
        """Start the clock again: the line was left for another."""
        self._restarted = milliseconds(at)

    def add(self, version: int, seat: int | None, at: str, due: Iterable[int]) -> None:
        """Add a seat's decision, an event of the line, and the seats that are due after it."""
        now = milliseconds(at)
        if seat is not None and seat in self._since:
            self._end(seat, now, version)
        # For a seat that owes several moves in a row, each is a wait of its own.
        since = {each: time for each, time in self._since.items() if each != seat}
        self._since = {each: since.get(each, now) for each in due}

    def _end(self, seat: int, now: int, version: int) -> None:
        # The time of an undone line counts for nobody: the wait begins again with the undo.
        wait = now - max(self._since[seat], self._restarted)
        self._whole[seat] += wait
        # Not `>=`: of equal waits the first one is named.
        if wait > self._longest[seat][0]:
            self._longest[seat] = wait, version

    def by_seat(self) -> list[Wait]:
        """Return for each seat its longest wait, the event that ended it, and the total."""
        waits = zip(self._longest, self._whole, strict=True)
        return [Wait(longest, event, total) for (longest, event), total in waits]
