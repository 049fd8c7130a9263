"""The terms of a game's deadline: the time of a turn, and the consequence of its end."""

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

AtZero = Literal["nudge", "skip", "bot", "resign"]
"""``nudge``: nothing but the event; ``skip``: the ruleset's neutral moves; ``bot``: a bot plays
until the seat's player moves again; ``resign``."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400
SHORTEST, LONGEST = 10 * MINUTE, 14 * DAY
"""Bounds of a turn's time, in seconds."""
LARGEST_RESERVE = 90 * DAY
LONGEST_PAUSE = 30 * DAY
"""Seconds after which a pause ends by itself."""
LONGEST_TURN = 120 * DAY
"""Seconds that extensions can make a turn last; outages are remembered as long."""
IDLE, LONGEST_IDLE = 30 * DAY, 365 * DAY
"""Seconds after which a game is abandoned, unless its terms say otherwise, and the most."""

TIME_EXPIRED = "time_expired"
ABANDONED = "abandoned"
TIME_ASKED = "time_asked"
TIME_GRANTED = "time_granted"
TIME_REFUSED = "time_refused"
PAUSED = "paused"
RESUMED = "resumed"
TIME_TYPES = frozenset({TIME_ASKED, TIME_GRANTED, TIME_REFUSED, PAUSED, RESUMED})
"""Event types of requests for more time or a pause, and of pauses."""


class Deadline(Struct, frozen=True, omit_defaults=True):
    """A time for each turn, or a reserve with an increment (Fischer), in seconds.

    A turn adds ``increment`` to the seat's reserve, never beyond ``reserve``; ``bot`` plays for
    seats whose time is up, where ``at_zero`` says so. A game that is still open after ``open_for``,
    or in which no player moves for ``idle_for``, ends without a winner. Fields at their
    defaults are left out of the record, so that new ones change no stored game.
    """

    at_zero: AtZero
    per_move: int | None = None
    reserve: int | None = None
    increment: int = 0
    bot: str | None = None
    open_for: int | None = None
    idle_for: int | None = None

    @property
    def full(self) -> int:
        """The time with which a seat begins, in seconds."""
        return self.per_move or self.reserve or 0


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """The data of an event that declares a seat's time to be up.

    The seat owed a move of ``turn`` from ``since`` on and had to make it by ``due``.
    """

    policy: AtZero
    turn: int
    since: str
    due: str


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """The data of a seat's request for more time in its turn, in seconds; null for a pause."""

    seconds: int | None


@dataclass(frozen=True, slots=True)
class TimeGranted:
    """The data of a yes to the request of ``asker``, of the last one with the seconds added.

    The last yes to a pause is ``paused`` instead. Where nobody else is there to ask, it is the
    asker's own event.
    """

    asker: int
    seconds: int | None


@dataclass(frozen=True, slots=True)
class TimeRefused:
    """The data of the end of the request of ``asker``: another seat's no, or its own withdrawal."""

    asker: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The data of the beginning of a pause, the last yes to the request of ``asker``."""

    asker: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The data of the end of a pause, by a seat, or by none if it has lasted the longest."""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The data of the end of a game that never filled, or in which no player moved any more."""

    reason: Literal["never_filled", "nobody_moved"]
    since: str
