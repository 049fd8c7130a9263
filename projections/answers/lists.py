"""Answers about lists of games as types."""

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from projections.answers.clocks import Deadline
from projections.answers.fields import GameId, SeatNumber, Time, Version, about
from projections.answers.games import (
    Fair,
    Host,
    Kept,
    Options,
    Result,
    Status,
    Study,
    TakenSeat,
    UndoPolicy,
)


class Awaited(Struct):
    """A seat that a game waits for, to move or to answer an undo request."""

    seat: SeatNumber
    since: Time
    due: Annotated[
        Time | UnsetType, about("The end of its time; omitted if there is no deadline.")
    ] = UNSET


RowHost: TypeAlias = Annotated[Host | None, about("Null in rows of older releases.")]


class Row(Struct, kw_only=True):
    """A game in a list."""

    waiting_for: Annotated[list[Awaited], about("Empty in studies.")]
    game_id: GameId
    ruleset: str
    title: str
    board: Annotated[str | None, about("The board's id.")]
    board_title: Annotated[str | None, about("The board's title.")]
    seats: Annotated[list[TakenSeat | None], about("Null for a free seat.")]
    status: Status
    options: Options
    undo: UndoPolicy
    fair: Fair
    turn: Annotated[int | None, about("From 1; null before the start.")]
    version: Version
    created_at: Time
    updated_at: Time
    result: Result | None
    deadline: Annotated[
        Deadline | UnsetType, about("Omitted without one, and in rows of older releases.")
    ] = UNSET
    paused: Annotated[bool | UnsetType, about("True in a pause; omitted otherwise.")] = UNSET


class ListedGame(Row, kw_only=True):
    """A listed game."""

    due: Annotated[
        Time | UnsetType, about("The end of the first seat's time; omitted if none runs.")
    ] = UNSET
    host: RowHost
    kept: Kept


class MyGame(Row, kw_only=True):
    """A game of the player's; `waiting` if it is the player's move."""

    due: Annotated[
        Time | UnsetType, about("When the player's own time is up; left out if none runs.")
    ] = UNSET
    study: Study | None
    seat: SeatNumber
    waiting: bool
    waiting_since: Time | None
    host: RowHost
    kept: Kept


class Page(Struct, kw_only=True):
    """A page of a list."""

    games: list[Any]
    page: Annotated[int | UnsetType, about("From 1; omitted on pages without numbers.")] = UNSET
    per_page: int
    total: Annotated[
        int | UnsetType,
        about("The number of games on all pages; omitted on pages without numbers."),
    ] = UNSET
    next: Annotated[
        str | None,
        about("The `cursor` of the next page, which may be empty; null if there is none."),
    ]


class Lobby(Page, kw_only=True):
    """A page of listed games."""

    games: list[ListedGame]


class MyGames(Page, kw_only=True):
    """A page of the games that a player sits in."""

    games: list[MyGame]
    last_event_id: Annotated[
        str,
        about(
            "The id of the newest event of `/me/stream` when the page was read: `after` for `wait`."
        ),
    ]


class AccountEvent(Struct, kw_only=True):
    """An event of a player's stream."""

    kind: Annotated[str, about("As the event's type; new kinds may come.")]
    at: Annotated[Time, about("When it was reported.")]
    game_id: GameId | UnsetType = UNSET
    challenge_id: Annotated[
        str | UnsetType, about("Of a `challenged` or `challenge_declined` alone.")
    ] = UNSET
    notice: Annotated[
        str | UnsetType, about("Of a `notice`: `reminder`, most of the time for a turn is over.")
    ] = UNSET
    version: Annotated[Version | UnsetType, about("The game's version that it follows from.")] = (
        UNSET
    )
    game: Annotated[
        MyGame | None,
        about("The game's row of `/me/games` now; null if the player has no seat there."),
    ] = None


class ImportedRow(Struct):
    """A game that the player has imported."""

    game_id: GameId
    ruleset: str
    title: str
    at: Annotated[Time, about("When it was imported.")]
    bytes: Annotated[int, about("What it takes in the store.")]


class ImportProgress(Struct):
    """How far the check of a game has come that the player imports now."""

    game_id: GameId
    checked: Annotated[int, about("The events checked so far.")]
    events: int


class Imports(Struct):
    """The games that the player has imported, and how many there may be."""

    imports: list[ImportedRow]
    most: Annotated[int, about("The most games that a player may have imported.")]
    most_bytes: Annotated[int, about("The most bytes of them in the store.")]
    checking: Annotated[
        ImportProgress | None,
        about("The import that is being checked, of several the last begun; null if none is."),
    ]
