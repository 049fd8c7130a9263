"""The terms of a game's deadline: the time of a turn, and the consequence of its end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

AtZero = Literal["nudge", "skip", "bot", "resign"]
"""``nudge``: nothing but the event; ``skip``: the ruleset's neutral moves; ``bot``: a bot plays
until the seat's player moves again; ``resign``."""

MINUTE, HOUR, DAY = 60, 3_600, 86_400
SHORTEST, LONGEST = 10 * MINUTE, 14 * DAY
"""Bounds of a turn's time, in seconds; terms with a ``least`` may go below ``SHORTEST``."""
# Nobody answers within seconds.
BRIEFEST = MINUTE
"""The smallest ``least`` that terms can name."""
# Part of the record, not a setting: otherwise the same record would give different clocks on
# different machines.
# Without it, at a day a move, 18 turns of Alexander the Great with one of three players absent took
# 22 days, a day in each phase and auction. With it they take 6 to 7: a day for each turn of the
# absent player, and at most one more.
ABSENT_WAIT = 10 * MINUTE
"""``absent_wait`` of every new game."""
LARGEST_RESERVE = 90 * DAY
LONGEST_PAUSE = 30 * DAY
"""Seconds after which a pause ends by itself, so that no game waits forever."""
LONGEST_TURN = 120 * DAY
"""The longest turn with extensions, in seconds; outages are remembered for as long."""
MOST_VACATION = 60
"""Days of vacation that a game can grant a seat in a calendar year."""
IDLE, LONGEST_IDLE = 30 * DAY, 365 * DAY
"""Seconds after which a game is abandoned: the default, and the most that its terms may say."""

_STRING = Meta(extra_json_schema={"type": "string"})
Moment: TypeAlias = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]

TIME_EXPIRED = "time_expired"
ABANDONED = "abandoned"
TIME_ASKED = "time_asked"
TIME_GRANTED = "time_granted"
TIME_REFUSED = "time_refused"
PAUSED = "paused"
RESUMED = "resumed"
VACATION_TAKEN = "vacation_taken"
VACATION_ENDED = "vacation_ended"
VACATION_TYPES = frozenset({VACATION_TAKEN, VACATION_ENDED})
TIME_TYPES = frozenset({TIME_ASKED, TIME_GRANTED, TIME_REFUSED, PAUSED, RESUMED}) | VACATION_TYPES
"""Event types of requests for more time or a pause, of pauses, and of vacations."""


class Deadline(Struct, frozen=True, omit_defaults=True):
    """A time for each turn, or a reserve with an increment (Fischer), in seconds.

    A turn adds ``increment`` to the seat's reserve, never beyond ``reserve``; ``bot`` plays for
    seats whose time is up, where ``at_zero`` says so. A game that is still open after ``open_for``,
    or in which no player moves for ``idle_for``, ends without a winner. With ``quiet_hours`` no
    time runs in those of a seat's player; ``vacation`` is how many days a seat may take in a
    calendar year. No wait begins with less than ``least``, or ten minutes if it is null. Further
    waits for a seat whose time ran out last ``absent_wait`` until its player is back; older games
    have no such waits. Fields at their defaults are left out of the record, so that new ones change
    no stored game.
    """

    at_zero: AtZero
    per_move: int | None = None
    reserve: int | None = None
    increment: int = 0
    bot: str | None = None
    open_for: int | None = None
    idle_for: int | None = None
    quiet_hours: bool = False
    vacation: int = 0
    absent_wait: int | None = None
    least: int | None = None

    @property
    def full(self) -> int:
        """The time with which a seat begins, in seconds."""
        return self.per_move or self.reserve or 0

    @property
    def least_wait(self) -> int:
        """The least time with which a wait begins, in seconds."""
        # A term of the game, not a setting: every machine has to fold the same clock.
        return SHORTEST if self.least is None else self.least

    @property
    def is_sound(self) -> bool:
        """True if ``absent_wait`` and ``least`` are within the bounds that the service keeps."""
        is_short = self.absent_wait is None or 0 < self.absent_wait <= LONGEST
        # Audits check this too, as the terms of a forged record never passed the service.
        return is_short and BRIEFEST <= self.least_wait <= SHORTEST

    @property
    def renewed(self) -> "Deadline":
        """The same terms with the ``absent_wait`` of new games."""
        return replace(self, absent_wait=ABSENT_WAIT)


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """The data of an event that declares a seat's time to be up."""

    policy: Annotated[AtZero, _STRING]
    turn: Annotated[int, Meta(description="The turn in which the seat owed a move.")]
    since: Annotated[Moment, Meta(description="When the game began to wait for it.")]
    due: Annotated[Moment, Meta(description="When its time was up.")]


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """The data of a seat's request for more time in its turn, in seconds."""

    seconds: Annotated[
        int | None, Meta(description="The time that the seat asks for; null for a pause.")
    ]


@dataclass(frozen=True, slots=True)
class TimeGranted:
    """The data of a yes to the request of ``asker``, of the last one with the seconds added.

    The last yes to a pause is ``paused`` instead. Where nobody else is there to ask, it is the
    asker's own event.
    """

    asker: Annotated[int, Meta(description="The seat that asked for the time.")]
    seconds: Annotated[
        int | None,
        Meta(description="The time added to its turn; null while others have still to agree."),
    ]


@dataclass(frozen=True, slots=True)
class TimeRefused:
    """The data of the end of a request: another seat's no, or its own withdrawal."""

    asker: Annotated[int, Meta(description="The seat that asked; its own event is a withdrawal.")]


@dataclass(frozen=True, slots=True)
class Paused:
    """The data of the beginning of a pause, the last yes to its request."""

    asker: Annotated[int, Meta(description="The seat that asked for the pause.")]


@dataclass(frozen=True, slots=True)
class Resumed:
    """The data of the end of a pause, by a seat, or by none if it has lasted the longest."""


@dataclass(frozen=True, slots=True)
class VacationTaken:
    """The data of a seat's vacation."""

    days: Annotated[
        int,
        Meta(
            description="From this event on, or from the end of the vacation that the seat is on."
        ),
    ]


@dataclass(frozen=True, slots=True)
class VacationEnded:
    """The data of a seat's early return from its vacation."""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The data of the end of a game that never filled, or in which no player moved any more."""

    reason: Annotated[Literal["never_filled", "nobody_moved"], _STRING]
    since: Annotated[Moment, Meta(description="When it was made, or a player last moved.")]


DATA: Mapping[str, type] = {
    TIME_EXPIRED: TimeExpired,
    TIME_ASKED: TimeAsked,
    TIME_GRANTED: TimeGranted,
    TIME_REFUSED: TimeRefused,
    PAUSED: Paused,
    RESUMED: Resumed,
    VACATION_TAKEN: VacationTaken,
    VACATION_ENDED: VacationEnded,
    ABANDONED: Abandoned,
}
"""The classes of the events' data, by type."""
