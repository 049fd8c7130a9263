"""Answers about games as types.

The parts that differ by ruleset (boards, moves, events and positions) are ``Any`` here.
"""

from typing import Annotated, Any, Literal, TypeAlias, get_args

from msgspec import UNSET, Struct, UnsetType

from domain.kernel import facts, terms
from domain.wire.orders import Span
from projections.answers.clocks import Clock, Deadline
from projections.answers.fields import (
    Account,
    GameId,
    Handle,
    Hash,
    SeatNumber,
    Time,
    Version,
    about,
    one_of,
)
from projections.answers.stand_ins import StandIn

Status: TypeAlias = Annotated[str, one_of(*get_args(facts.Status))]
UndoPolicy: TypeAlias = Annotated[
    str,
    one_of(
        *get_args(terms.UndoPolicy),
        description="The policy in force. `drawn_stays` means free, but at most back to the last "
        "card drawn or dice rolled. While a seat is free, a game without a policy of its own has "
        "`consent`.",
    ),
]
Options: TypeAlias = Annotated[dict[str, Any], about("The ruleset's options, every one stated.")]
Fair: TypeAlias = Annotated[
    bool, about("False if the game's luck came from a seed that its host knew.")
]


NameTwin: TypeAlias = Annotated[
    bool | UnsetType,
    about(
        "True if the name looks like another one at the table, such as Cyrillic `Аdа` beside "
        "`Ada`: show it with its seat's number, as in `Ada 2` for seat 1; omitted otherwise."
    ),
]


# Parts of games
class _Occupied(Struct, kw_only=True):
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


class TakenSeat(_Occupied, kw_only=True):
    """A seat taken."""

    name_twin: NameTwin = UNSET
    handle: Handle = UNSET
    account: Account = UNSET


class Seat(_Occupied, kw_only=True):
    """A seat."""

    colour: str
    name_twin: NameTwin = UNSET
    handle: Handle = UNSET
    account: Account = UNSET


# Only rematches keep seats, and only until the start.
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

    winners: tuple[SeatNumber, ...]
    scores: Annotated[tuple[int, ...], about("By seat.")]
    reason: Annotated[str, about("Such as `target_score`, `last_wall`, `no_march`, `resignation`.")]


class UndoRequest(Struct):
    """A request to undo that awaits consent."""

    seat: SeatNumber
    to: Annotated[int, about("The event to go back to.")]
    accepted: tuple[SeatNumber, ...]
    waiting_for: tuple[SeatNumber, ...]


class Way(Struct):
    """An undo or redo open to the seat: one decision back, to its turn's start, or a redo."""

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
    floor: Annotated[
        int, about("The last event that revealed something or was made by another seat.")
    ]
    request: UndoRequest | None
    redo: Annotated[int | None, about("The seat whose undo can be redone.")]
    you: Ways | None


class Broken(Struct):
    """Present if the game's record is broken: the answer goes up to the last sound event, and the
    game takes no more events."""

    version: Annotated[int, about("The first unsound version.")]
    reason: Annotated[str, about("The reason.")]


class Closed(Struct):
    """Present while the host has closed the game: nothing is recorded, and no time runs."""

    since: Time
    reason: Annotated[str, about("The host's reason.")]


class Imported(Struct):
    """Present if the game was played elsewhere and imported here from a file.

    Its record was recomputed, but nothing proves who its players were: their names are those of
    the file, and none of them is taken for a player of this server.
    """

    at: Annotated[Time, about("When it was imported.")]
    by: Annotated[str, about("The id of the player here who imported it, and may delete it.")]


# Games
class View(Struct, kw_only=True):
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
    options: Any
    deadline: Annotated[Deadline | None, about("Null for a game without a deadline.")]
    clock: Annotated[Clock | UnsetType, about("Only in games with a deadline.")] = UNSET
    created_at: Time
    updated_at: Time
    undo: Undo
    stand_ins: Annotated[list[StandIn], about("By seat; empty while all players can play.")]
    seats: list[Seat]
    viewer: Viewer
    to_act: Annotated[tuple[SeatNumber, ...], about("The seats that may move now.")]
    turn: Annotated[int, about("From 1; 0 before the start.")]
    phase: Any
    state: Any
    board: Any
    result: Result | None
    join_code: Annotated[str | None, about("The key to an unlisted game, for its players.")]
    kept: Kept
    closed: Closed | UnsetType = UNSET
    broken: Broken | UnsetType = UNSET
    imported: Imported | UnsetType = UNSET


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
            "False if legal moves are omitted: those past `limit`, or bids beyond the seat's means."
        ),
    ]
    moves: Annotated[list[Any], about("Each is ready to be sent.")]
    # Apart from the moves, so that each of these can be sent back unchanged.
    facts: Annotated[list[Any], about("The facts of each move, in the same order.")]
    # In one answer, so that moves and view are of the same version.
    view: Any | UnsetType = UNSET


class Accepted(Struct):
    """The result of a command."""

    version: Annotated[int, about("The event that the command made.")]
    latest: Annotated[
        int,
        about(
            "The last event of the same append: `version`, unless standing orders have answered. "
            "The next command's `If-Match` must name it, or a newer one."
        ),
    ]
    events: list[Any]
    view: Any
    moves: Annotated[
        list[Any] | UnsetType, about("The seat's legal moves just after it, with `moves=true`.")
    ] = UNSET


class StandingOrder(Struct):
    """An answer that a seat has given in advance."""

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
    asleep: Annotated[
        bool,
        about(
            "True after an undo took back its answer, or a silence that revealed its limit. It "
            "answers nothing until its player acts in the game or gives any order."
        ),
    ]


class WithdrawnOrder(Struct):
    """An order of a kind that no longer exists: it answers no more."""

    code: Annotated[str, about("The former kind.")]
    values: dict[str, Any]
    successor: Annotated[str, about("The kind that replaced it, with the switch to turn on.")]


class AnswerByOrder(Struct):
    """An event of the seat that followed from an order."""

    version: Annotated[int, about("The version of the answer.")]
    code: Annotated[str, about("The order's code.")]


class StandingOrders(Struct):
    """The standing orders of the asker's seat."""

    version: Version
    orders: Annotated[list[StandingOrder], about("The orders in force.")]
    withdrawn: Annotated[
        list[WithdrawnOrder],
        about(
            "The orders that a newer release has withdrawn, because their kinds revealed hidden "
            "cards to others; listed until their successors are given or they are deleted."
        ),
    ]
    # Here and not in the events, where other players could see which moves were made by order.
    answered: Annotated[list[AnswerByOrder], about("The answers by orders so far.")]


# An audit checks these fields against the events, from which all but id and names follow.
class Export(Struct):
    """A game as one document."""

    format: str
    game_id: GameId
    ruleset: str
    rules_version: int
    status: Status
    complete: Annotated[bool, about("True if the game is over and nothing is hidden.")]
    redacted: Annotated[bool, about("True if hidden values are left out.")]
    seats: list[Seat]
    version: Version
    hash: Hash
    events: list[Any]
    broken: Broken | UnsetType = UNSET
    imported: Imported | UnsetType = UNSET


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
            "The place of the fault, named as in moves: `space`, `point`, `hex`, `edge` or "
            "`corner`; null if the fault has no place."
        ),
    ]


# The topology needs a sound board, so a board with problems has neither.
class BoardCheck(Struct):
    """The problems of a board, and the board with its topology if it has none."""

    valid: Annotated[bool, about("True if games can be played on the board.")]
    problems: Annotated[list[BoardProblem], about("All of them, up to 100.")]
    board: Any
    topology: Any


class Visit(Struct):
    """A player who opened the invitation and has no seat in the game."""

    player_id: str
    name: str
    at: Time


class Visits(Struct):
    """Visitors of an open game: players with a name, and the number of others."""

    visits: Annotated[list[Visit], about("The latest first, at most 30 of the last seven days.")]
    # A number alone: strangers have no name, and of their addresses only marks are kept.
    others: Annotated[int, about("The number of visitors who are not players yet.")]
