"""Answers about games as types.

The parts that differ by ruleset (boards, moves, events and positions) are ``Any`` here.
"""

from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import UNSET, Struct, UnsetType

from domain.kernel import deadlines, game
from domain.wire.orders import Span
from service.http.plumbing.answers import Time, about, one_of

Version: TypeAlias = Annotated[
    int, about("The number of the game's last event; versions have no gaps.")
]
Hash: TypeAlias = Annotated[str, about("SHA-256, hex.", pattern="^[0-9a-f]{64}$")]
SeatNumber: TypeAlias = Annotated[int, about("A seat, from 0.")]
GameId: TypeAlias = Annotated[str, about("The game's id.")]
Status: TypeAlias = Annotated[str, one_of(*get_args(game.Status))]
UndoPolicy: TypeAlias = Annotated[
    str,
    one_of(
        *get_args(game.UndoPolicy),
        description="The policy in force. `drawn_stays`: free, but back to the last card drawn or "
        "dice rolled at most. While a seat is free, a game without a policy of its own says "
        "`consent`.",
    ),
]
Options: TypeAlias = Annotated[dict[str, Any], about("The ruleset's options, every one stated.")]
Fair: TypeAlias = Annotated[
    bool, about("False where the game's luck came from a seed that its host knew.")
]
HASHES = {"$ref": "Hashes"}
"""A reference by name, as msgspec writes them."""


# Parts of games
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


class TakenSeat(Struct):
    """A seat taken."""

    seat: SeatNumber
    name: Annotated[
        str | None,
        about(
            "The player's present name, or a bot's, which stays the same throughout the game;"
            " null if the seat is free or `forgotten`."
        ),
    ]
    bot: Annotated[str | None, about("The kind of bot that plays it.")]
    player_id: Annotated[str | None, about("The player who plays it.")]
    forgotten: Annotated[
        bool, about("True if its player has left the service and the name is deleted.")
    ]


class Seat(TakenSeat):
    """A seat."""

    colour: str


class KeptSeat(Struct):
    """A free seat of a rematch that is kept for an invited player."""

    seat: SeatNumber
    player_id: str
    name: Annotated[str | None, about("The present name; null if the player has left.")]


Kept: TypeAlias = Annotated[
    list[KeptSeat],
    about(
        "The free seats that are kept for invited players now; empty unless the game is open. Only "
        "they may sit there (`seat_kept`)."
    ),
]


class Host(Struct):
    """The player who created the game, seated or not."""

    player_id: str
    name: Annotated[str | None, about("The present name; null if `forgotten`.")]
    forgotten: bool


class Study(Struct):
    """The origin of a study."""

    of: GameId
    at: Annotated[int, about("The event.")]


class Viewer(Struct):
    """The viewer of the answer."""

    seat: Annotated[int | None, about("The viewer's seat; null without one.")]


class Result(Struct):
    """The result of the game."""

    winners: list[SeatNumber]
    scores: Annotated[list[int], about("By seat.")]
    reason: Annotated[str, about("Such as `target_score`, `last_wall`, `no_march`, `resignation`.")]


class UndoRequest(Struct):
    """A request to undo that awaits consent."""

    seat: SeatNumber
    to: Annotated[int, about("The event to go back to.")]
    accepted: list[SeatNumber]
    waiting_for: list[SeatNumber]


class Way(Struct):
    """An undo or redo open to the seat: one decision back, its turn's start, or the next redo."""

    to: Annotated[int | None, about("The event to go to.")]
    leave: Annotated[
        Literal["consent", "free", None], about("`free`, or by `consent` of the others.")
    ]
    refused: Annotated[str | None, about("The code of the refusal, if it is refused.")]


class Ways(Struct):
    """The undos and redos of the viewer's seat; null without a seat, or after the end."""

    back: Way
    restart: Way
    redo: Way


class Undo(Struct):
    """The state of undo and redo."""

    policy: UndoPolicy
    floor: Annotated[int, about("The last event that revealed something or was another seat's.")]
    request: UndoRequest | None
    redo: Annotated[int | None, about("The seat whose undo can be redone.")]
    you: Ways | None


class Broken(Struct):
    """Present if the game's record breaks: the answer goes up to the last sound event, and the
    game accepts no more."""

    version: Annotated[int, about("The first unsound version.")]
    reason: Annotated[str, about("The reason.")]


# Games
class View(Struct):
    """A game as the viewer may see it."""

    game_id: GameId
    ruleset: str
    rules_version: Annotated[
        int, about("The version of the rules that the game began with and keeps.")
    ]
    version: Version
    head: Annotated[
        int, about("The event whose position is shown: `version`, except after an undo.")
    ]
    hash: Hash
    status: Status
    title: str
    listed: bool
    fair: Fair
    study: Study | None
    host: Host
    deadline: Annotated[Deadline | None, about("Null for a game without haste.")]
    created_at: Time
    updated_at: Time
    undo: Undo
    seats: list[Seat]
    kept: Kept
    viewer: Viewer
    to_act: Annotated[list[SeatNumber], about("The seats that may move now.")]
    turn: Annotated[int, about("From 1; 0 before the start.")]
    result: Result | None
    join_code: Annotated[str | None, about("The key to an unlisted game, for its players.")]
    options: Any
    phase: Any
    state: Any
    board: Any
    clock: Annotated[Clock | UnsetType, about("Only in games with a deadline.")] = UNSET
    broken: Broken | UnsetType = UNSET


class Preview(Struct):
    """The position after a move, as a preview."""

    version: Version
    turn: int
    phase: Any
    state: Any


class Moves(Struct):
    """Legal moves of the viewer's seat."""

    version: Version
    complete: Annotated[
        bool,
        about(
            "False if legal moves are left out: those past `limit`, or bids beyond the "
            "seat's means."
        ),
    ]
    moves: Annotated[list[Any], about("Each playable as it stands.")]
    facts: Annotated[list[Any], about("The facts of each move, in the same order.")]


class Accepted(Struct):
    """The result of a command."""

    version: Version
    events: list[Any]
    view: Any


class StandingOrder(Struct):
    """What a seat has said beforehand."""

    code: Annotated[str, about("Such as `bid_up_to`; `GET /rulesets/{name}` lists them.")]
    values: Annotated[dict[str, Any], about("By the order's schema.")]
    until: Annotated[
        str,
        one_of(
            *get_args(Span),
            description="It ends with the auction under way, with the turn, with the seat's next "
            "turn (`round`) or with the game.",
        ),
    ]


class AnswerByOrder(Struct):
    """An event of the seat that followed from an order."""

    version: Version
    code: Annotated[str, about("The order's code.")]


class StandingOrders(Struct):
    """The standing orders of the asker's seat."""

    version: Version
    orders: Annotated[list[StandingOrder], about("Those that stand now.")]
    answered: Annotated[list[AnswerByOrder], about("The answers by orders so far.")]


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


class BoardProblem(Struct):
    """A reason why a board cannot be played on."""

    code: Annotated[str, about("Stable, such as `no_land`, `not_connected`, `token_needed`.")]
    detail: Annotated[str, about("The reason, in the language of Accept-Language.")]
    place: Annotated[
        dict[str, Any] | None,
        about(
            "The place at fault as moves name it: `space`, `point`, `hex`, `edge` or `corner`; "
            "null where the fault has none."
        ),
    ]


class BoardCheck(Struct):
    """The problems of a board, and the board with its topology if it has none."""

    valid: Annotated[bool, about("True if games can be played on the board.")]
    problems: Annotated[list[BoardProblem], about("All of them, up to 100.")]
    board: Any
    topology: Any


# The record
class Event(Struct):
    """An accepted action with all its consequences; never changed."""

    type: Annotated[str, about("In the past tense: `marched`, `undone`.")]
    version: Version
    schema: Annotated[int, about("The version of this type's data.")]
    recorded_at: Time
    seat: Annotated[int | None, about("The seat that decided it.")]
    data: Any
    commitments: Annotated[
        Any, about("By path, HMAC-SHA-256 of each hidden value under its salt.", **HASHES)
    ]
    prev: Hash
    salts: Annotated[
        Any, about("By path, the salts of the hidden values that the viewer may see.", **HASHES)
    ]
    hash: Hash
    undone: Annotated[bool, about("True if it was undone; not part of the hash.")]
    by: Annotated[
        Literal["clock", "bot"] | UnsetType,
        about(
            "Who made it for a player whose time was up; left out if the player, or the seat's "
            "own bot, did. `bot` may also stand for an order that the player left."
        ),
    ] = UNSET


class GoneTo(Struct):
    """The data of an event of undoing."""

    to: Annotated[int, about("The event to go to.")]


class Undone(GoneTo):
    """The data of `undone`."""

    requested_by: Annotated[int, about("The seat that requested it.")]
    with_consent: Annotated[bool, about("True if other seats had to agree.")]


class SeatFreed(Struct):
    """The data of `seat_freed`."""

    seat: SeatNumber
    removed: Annotated[bool, about("True if the host removed its player or bot.")]


class Cancelled(Struct):
    """The data of `cancelled`."""

    by: Annotated[str, about("The id of the host.")]


class TimeExpired(Struct):
    """The data of `time_expired`."""

    policy: Annotated[str, one_of(*get_args(deadlines.AtZero))]
    turn: Annotated[int, about("The turn in which the seat owed a move.")]
    since: Annotated[Time, about("When the game began to wait for it.")]
    due: Annotated[Time, about("When its time was up.")]


class TimeAsked(Struct):
    """The data of `time_asked`."""

    seconds: Annotated[int | None, about("The time that the seat asks for; null for a pause.")]


class TimeGranted(Struct):
    """The data of `time_granted`."""

    asker: Annotated[int, about("The seat that asked for the time.")]
    seconds: Annotated[
        int | None, about("The time added to its turn; null while others have still to agree.")
    ]


class TimeRefused(Struct):
    """The data of `time_refused`."""

    asker: Annotated[int, about("The seat that asked; its own event is a withdrawal.")]


class Paused(Struct):
    """The data of `paused`, the last yes to a pause."""

    asker: Annotated[int, about("The seat that asked for the pause.")]


class Resumed(Struct):
    """The data of `resumed`, which has no seat if the pause ended by itself."""


class Abandoned(Struct):
    """The data of `abandoned`."""

    reason: Annotated[str, one_of("never_filled", "nobody_moved")]
    since: Annotated[Time, about("When it was made, or a player last moved.")]


class Visit(Struct):
    """A player who opened the invitation and does not sit in the game."""

    player_id: str
    name: str
    at: Time


class Visits(Struct):
    """Visitors of an open game: players with a name, and the number of others."""

    visits: Annotated[list[Visit], about("The latest first, at most 30 of the last seven days.")]
    others: Annotated[int, about("The number of visitors who are no players yet.")]


class Events(Struct):
    """A page of the record."""

    version: Version
    events: list[Event]
    more: Annotated[bool, about("True if there are later events.")]
    broken: Broken | UnsetType = UNSET


class Step(Struct):
    """An event, and its changes to the view."""

    event: Event
    changes: Annotated[
        dict[str, Any],
        about("The new values by path (keys and list indices joined by `/`)."),
    ]


class Replay(Struct):
    """A view, and the changes by each later event."""

    game_id: GameId
    version: Version
    event: Event
    first: View
    steps: list[Step]
    more: Annotated[
        bool, about("True if there are later steps; `after` the last event gives them.")
    ]
    broken: Broken | UnsetType = UNSET


class Audit(Struct):
    """The result of recomputing the record."""

    valid: bool
    events: Annotated[int, about("The number of events checked.")]
    hash: Hash
    fair: Fair
    broken_at: Annotated[int | None, about("The first invalid version.")]
    reason: Annotated[str | None, about("The reason it is invalid.")]
