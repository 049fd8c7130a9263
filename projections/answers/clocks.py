"""Answers about the time of a game as types."""

from typing import Annotated, get_args

from msgspec import UNSET, Struct, UnsetType

from domain.kernel import deadlines
from projections.answers.fields import GameId, SeatNumber, Time, about, one_of


# Terms at their defaults are left out, as in the record.
class Deadline(Struct):
    """The time that seats have, in seconds, and the consequence of its end."""

    at_zero: Annotated[str, one_of(*get_args(deadlines.AtZero))]
    per_move: Annotated[int | UnsetType, about("The time of a turn.")] = UNSET
    reserve: Annotated[int | UnsetType, about("The time of all turns of a seat.")] = UNSET
    increment: Annotated[
        int | UnsetType, about("The time that a turn adds to the reserve; 0 if left out.")
    ] = UNSET
    bot: Annotated[str | UnsetType, about("The bot that plays for seats with no time left.")] = (
        UNSET
    )
    open_for: Annotated[
        int | UnsetType, about("The time after which the game is abandoned unless it starts.")
    ] = UNSET
    idle_for: Annotated[
        int | UnsetType, about("The time after which the game is abandoned if no player moves.")
    ] = UNSET
    quiet_hours: Annotated[
        bool | UnsetType, about("True if no time runs in quiet hours; omitted otherwise.")
    ] = UNSET
    vacation: Annotated[
        int | UnsetType, about("The days of vacation a seat may take in a year; none if left out.")
    ] = UNSET
    absent_wait: Annotated[
        int | UnsetType,
        about(
            "The longest further wait for a seat whose time ran out, in the same turn and in turns "
            "of others, until its player acts again; omitted in older games, which have no such "
            "bound."
        ),
    ] = UNSET
    least: Annotated[
        int | UnsetType, about("The least time at the beginning of a wait; 600 if left out.")
    ] = UNSET


class SeatClock(Struct):
    """The clock of a seat."""

    seat: SeatNumber
    since: Annotated[Time | None, about("The start of the wait for it; null if it owes no move.")]
    due: Annotated[
        Time | None,
        about("The end of its time; null if it owes no move, in a pause and in a closed game."),
    ]
    expired: Annotated[bool, about("True once the record says that its time is up.")]
    bot: Annotated[str | None, about("The bot that plays for its player since the time was up.")]
    reserve: Annotated[
        int | None,
        about("The seconds of its reserve, as of `since`; null if each turn has its own time."),
    ]
    vacation_until: Annotated[
        Time | UnsetType | None,
        about("The end of its latest vacation, if it took any; its time does not run before."),
    ] = UNSET
    vacation_left: Annotated[
        int | UnsetType,
        about(
            "The days of vacation left in the year of the last event; omitted if it grants none."
        ),
    ] = UNSET


# One type for both, as only one of them can be pending.
class TimeRequest(Struct):
    """A request for more time or a pause that awaits consent."""

    seat: SeatNumber
    seconds: Annotated[int | None, about("The time to add to its turn; null for a pause.")]
    accepted: tuple[SeatNumber, ...]
    waiting_for: tuple[SeatNumber, ...]


class Pause(Struct):
    """A pause, in which no time runs."""

    since: Time
    ends: Annotated[Time, about("The time at which it ends by itself.")]


# Values as they are in the record: the event's hash is computed over them.
class SettledClock(Struct):
    """A seat's clock after an event, as far as quiet hours change it."""

    due: Annotated[Time | UnsetType, about("The end of its time.")] = UNSET
    left: Annotated[int | UnsetType, about("The time that counts as left, in milliseconds.")] = (
        UNSET
    )


class Vacation(Struct):
    """A game's part of a vacation."""

    game_id: GameId
    days: Annotated[int, about("The days taken here, at most those that the game still grants.")]
    until: Annotated[Time | None, about("Its end here; null if it does not begin.")]
    reason: Annotated[
        str | None,
        about("The code of the refusal, null if all went well: `no_vacation`, `vacation_spent`."),
    ]


class Vacations(Struct):
    """A vacation in all games of a player that are under way."""

    games: list[Vacation]


class Clock(Struct):
    """The clocks of the seats; they follow from the record alone."""

    seats: Annotated[list[SeatClock], about("By seat; empty before the start.")]
    abandoned_at: Annotated[
        Time | None,
        about("The time at which the game ends without a winner if it still waits; null for none."),
    ]
    request: Annotated[TimeRequest | None, about("The pending request for more time or a pause.")]
    paused: Pause | None
