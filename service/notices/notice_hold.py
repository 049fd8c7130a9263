"""Notices about frozen games: they wait, and then state the extended deadline."""

from dataclasses import dataclass

from domain.record.times import milliseconds, moment
from projections.notices import DueNotice, game_of
from service.game.outages import ClockReading
from service.store.freezes import Freezes

LOOK_AGAIN_MS = 600_000
"""Milliseconds for which a notice about a frozen game is left alone."""


@dataclass(frozen=True, slots=True)
class NoticeHold:
    """Holds notices back by the freezes that a process knows of."""

    freezes: Freezes

    def is_frozen(self, game_id: str) -> bool:
        """True if the host has frozen the game."""
        return self.freezes.of(game_id) is not None

    def holds(self, key: str) -> bool:
        """True if the host has frozen the game that the notice of this key is about."""
        return self.is_frozen(game_of(key))

    def held_until(self, notice: DueNotice, now: int) -> int | None:
        """Return the moment (ms) at which to look at a notice again, None if it may go out."""
        # It waits and is not dropped: nothing else would announce the turn once the game is
        # reopened.
        if self.is_frozen(notice.game_id):
            return now + LOOK_AGAIN_MS
        if notice.kind != "reminder" or notice.due is None:
            return None
        at = notice.at + self._due(notice, notice.due) - notice.due
        return at if at > now else None

    def due(self, notice: DueNotice, due: str | None) -> str | None:
        """Return when a notice's turn is due, extended by the time its game was frozen."""
        return due and moment(self._due(notice, milliseconds(due)))

    def _due(self, notice: DueNotice, due: int) -> int:
        look = ClockReading(0, tuple(self.freezes.times(notice.game_id)))
        return look.due(milliseconds(notice.beginning.at), due)
