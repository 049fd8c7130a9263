"""Answers about games as types.

What each ruleset has of its own (its board, moves, events and positions) is ``Any`` here.
"""

from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import UNSET, Struct, UnsetType

from domain.kernel import game
from service.http.plumbing.answers import Time, about, one_of

Version: TypeAlias = Annotated[
    int, about("The number of the game's last event; versions have no gaps.")
]
Hash: TypeAlias = Annotated[str, about("SHA-256, hex.", pattern="^[0-9a-f]{64}$")]
SeatNumber: TypeAlias = Annotated[int, about("A seat, from 0.")]
GameId: TypeAlias = Annotated[str, about("The game's id.")]
Status: TypeAlias = Annotated[str, one_of(*get_args(game.Status))]
UndoPolicy: TypeAlias = Annotated[str, one_of(*get_args(game.UndoPolicy))]
Options: TypeAlias = Annotated[dict[str, Any], about("The ruleset's options, every one stated.")]
Fair: TypeAlias = Annotated[
    bool, about("False where the game's luck came from a seed that its host knew.")
]
Deadline: TypeAlias = Annotated[int | None, about("Not kept yet: null.")]
HASHES = {"$ref": "Hashes"}
"""A reference as msgspec makes them, by the name alone."""


# Parts of games
class TakenSeat(Struct):
    """A seat taken."""

    seat: SeatNumber
    name: Annotated[
        str | None, about("The player's present name; null: the seat is free, or `forgotten`.")
    ]
    bot: Annotated[str | None, about("The bot that plays it.")]
    player_id: Annotated[str | None, about("The player who plays it.")]
    forgotten: Annotated[bool, about("Whether its player has left the service, name and all.")]


class Seat(TakenSeat):
    """A seat."""

    colour: str


class Study(Struct):
    """Where a study branched off."""

    of: GameId
    at: Annotated[int, about("The event.")]


class Viewer(Struct):
    """Who looks."""

    seat: Annotated[int | None, about("Null for who has no seat here.")]


class Result(Struct):
    """How the game ended."""

    winners: list[SeatNumber]
    scores: Annotated[list[int], about("By seat.")]
    reason: Annotated[str, about("Such as `target_score`, `last_wall`, `no_march`, `resignation`.")]


class UndoRequest(Struct):
    """A wish to undo that waits for consent."""

    seat: SeatNumber
    to: Annotated[int, about("The event to go back to.")]
    accepted: list[SeatNumber]
    waiting_for: list[SeatNumber]


class Way(Struct):
    """One decision back, back to the start of the seat's own turn, or on to what was taken
    back."""

    to: Annotated[int | None, about("The event that is gone to.")]
    leave: Annotated[
        Literal["consent", "free", None], about("Whose leave it takes: nobody's, or the others'.")
    ]
    refused: Annotated[str | None, about("The code of what stands against it.")]


class Ways(Struct):
    """Where the viewer's seat may go on its line; null without a seat, or when over."""

    back: Way
    restart: Way
    redo: Way


class Undo(Struct):
    """What may be taken back."""

    policy: UndoPolicy
    floor: Annotated[int, about("The last event that revealed something or was another seat's.")]
    request: UndoRequest | None
    redo: Annotated[int | None, about("The seat whose undo can be redone.")]
    you: Ways | None


class Broken(Struct):
    """Only where the game's record breaks: this answer goes up to the last sound event, and
    nothing more is recorded in the game."""

    version: Annotated[int, about("The first version that is not sound.")]
    reason: Annotated[str, about("Why it is not.")]


# Games
class View(Struct):
    """A game as the asker may see it."""

    game_id: GameId
    ruleset: str
    rules_version: Annotated[int, about("The rules that the game began with and keeps.")]
    version: Version
    head: Annotated[int, about("The event whose position is shown: `version` but after an undo.")]
    hash: Hash
    status: Status
    title: str
    listed: bool
    fair: Fair
    study: Study | None
    deadline: Deadline
    created_at: Time
    updated_at: Time
    undo: Undo
    seats: list[Seat]
    viewer: Viewer
    to_act: Annotated[list[SeatNumber], about("The seats that may move now.")]
    turn: Annotated[int, about("From 1; 0 before the start.")]
    result: Result | None
    join_code: Annotated[str | None, about("The key to an unlisted game, for those inside.")]
    options: Any
    phase: Any
    state: Any
    board: Any
    broken: Broken | UnsetType = UNSET


class Preview(Struct):
    """The position as a move would leave it."""

    version: Version
    turn: int
    phase: Any
    state: Any


class Moves(Struct):
    """Legal moves of the asker's seat."""

    version: Version
    complete: Annotated[
        bool,
        about(
            "False where moves are left out, past `limit` or bids beyond one's means; "
            "they are accepted too."
        ),
    ]
    moves: Annotated[list[Any], about("Each playable as it stands.")]
    facts: Annotated[list[Any], about("What is known of each, in the same order.")]


class Accepted(Struct):
    """What a command led to."""

    version: Version
    events: list[Any]
    view: Any


class Export(Struct):
    """A game as one document."""

    format: str
    game_id: GameId
    ruleset: str
    rules_version: int
    status: Status
    complete: Annotated[bool, about("Whether the game is over and nothing is hidden.")]
    redacted: Annotated[bool, about("Whether hidden values are left out.")]
    seats: list[Seat]
    version: Version
    hash: Hash
    events: list[Any]
    broken: Broken | UnsetType = UNSET


class Board(Struct):
    """A board and its topology."""

    board: Any
    topology: Any


class Row(Struct):
    """The line of a game in a list."""

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


class ListedGame(Row):
    """A listed game."""


class MyGame(Row):
    """A game, and whether it waits for me."""

    study: Study | None
    seat: SeatNumber
    waiting: bool
    waiting_since: Time | None


class Page(Struct):
    """Where a page of a list lies in it."""

    page: Annotated[int, about("From 1.")]
    per_page: int
    total: Annotated[int, about("How many there are on all pages.")]


class Lobby(Page):
    """A page of listed games."""

    games: list[ListedGame]


class MyGames(Page):
    """Games that a player sits in."""

    games: list[MyGame]


# The record
class Event(Struct):
    """One accepted action and all that followed of itself; never changed."""

    type: Annotated[str, about("In the past tense: `marched`, `undone`.")]
    version: Version
    schema: Annotated[int, about("The version of this type's data.")]
    recorded_at: Time
    seat: Annotated[int | None, about("Whose decision it was.")]
    data: Any
    commitments: Annotated[
        Any, about("By path, HMAC-SHA-256 of each hidden value under its salt.", **HASHES)
    ]
    prev: Hash
    salts: Annotated[
        Any, about("By path, the salts of the hidden values that the asker may see.", **HASHES)
    ]
    hash: Hash
    undone: Annotated[bool, about("Whether it was taken back; outside the hash.")]


class GoneTo(Struct):
    """The data of an event of undoing."""

    to: Annotated[int, about("The event that is gone to.")]


class Undone(GoneTo):
    """The data of `undone`."""

    requested_by: Annotated[int, about("The seat that asked for it.")]
    with_consent: Annotated[bool, about("Whether others had to agree.")]


class Events(Struct):
    """A page of the record."""

    version: Version
    events: list[Event]
    more: Annotated[bool, about("Whether there are events after these.")]
    broken: Broken | UnsetType = UNSET


class Step(Struct):
    """An event, and how the view after it differs from the one before."""

    event: Event
    changes: Annotated[
        dict[str, Any],
        about("By path (keys and list indices joined by `/`) the value that is new there."),
    ]


class Replay(Struct):
    """A view, and what each later event changed in it."""

    game_id: GameId
    version: Version
    event: Event
    first: View
    steps: list[Step]
    more: Annotated[bool, about("Whether there are steps after these: ask after the last event's.")]
    broken: Broken | UnsetType = UNSET


class Audit(Struct):
    """What recomputing the record found."""

    valid: bool
    events: Annotated[int, about("How many were checked.")]
    hash: Hash
    fair: Fair
    broken_at: Annotated[int | None, about("The first version that does not hold.")]
    reason: Annotated[str | None, about("Why it does not.")]
