"""Answers about the time of a game as types."""

from typing import Annotated, get_args

from msgspec import UNSET, Struct, UnsetType

from domain.kernel import deadlines
from service.http.plumbing.answers import SeatNumber, Time, about, one_of


class Deadline(Struct):
    """The time that seats have, in seconds, and the consequence of its end."""

    at_zero: Annotated[str, one_of(*get_args(deadlines.AtZero))]
    per_move: Annotated[int | UnsetType, about("The time of a turn.")] = UNSET
    reserve: Annotated[int | UnsetType, about("The time of all turns of a seat.")] = UNSET
    increment: Annotated[
        int | UnsetType, about("The time that a turn adds to the reserve; none if left out.")
    ] = UNSET
    open_for: Annotated[
        int | UnsetType, about("The time after which it is abandoned unless it starts.")
    ] = UNSET
    idle_for: Annotated[
        int | UnsetType, about("The time after which it is abandoned if no player moves.")
    ] = UNSET
    bot: Annotated[str | UnsetType, about("The bot that plays for seats with no time left.")] = (
        UNSET
    )


class SeatClock(Struct):
    """The clock of a seat."""

    seat: SeatNumber
    since: Annotated[Time | None, about("When its turn began; null if it owes no move.")]
    due: Annotated[
        Time | None, about("When its time is up; null if it owes no move or in a pause.")
    ]
    expired: Annotated[bool, about("True once the record says that its time is up.")]
    bot: Annotated[str | None, about("The bot that plays for its player now, whose time was up.")]
    reserve: Annotated[
        int | None,
        about("The seconds of its reserve, as of `since`; null if the time is one of each turn."),
    ]


class TimeRequest(Struct):
    """A request for more time or a pause that awaits consent."""

    seat: SeatNumber
    seconds: Annotated[int | None, about("The time to add to its turn; null for a pause.")]
    accepted: list[SeatNumber]
    waiting_for: list[SeatNumber]


class Pause(Struct):
    """A pause, in which no time runs."""

    since: Time
    ends: Annotated[Time, about("When it ends by itself.")]


class Clock(Struct):
    """The clocks of the seats; they follow from the record alone."""

    seats: Annotated[list[SeatClock], about("By seat; empty before the start.")]
    abandoned_at: Annotated[
        Time | None, about("When the game ends without a winner if it still waits; null for never.")
    ]
    request: Annotated[TimeRequest | None, about("The pending request for more time or a pause.")]
    paused: Pause | None
