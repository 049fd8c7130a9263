"""Answers to hosts and moderators about players, games and the store as types."""

from typing import Annotated, TypeAlias

from msgspec import Struct

from domain.kernel.facts import Status
from projections.answers.fields import GameId, Time, about
from service.people.answers import AccountKind, PlayerSuspended

Next: TypeAlias = Annotated[str | None, about("The `cursor` of the next page; null on the last.")]
Complete: TypeAlias = Annotated[
    bool,
    about("False while the worker has yet to look at all players and games of an older store."),
]


class HostPlayer(Struct):
    """A player, to hosts and moderators."""

    player_id: str
    name: Annotated[str, about("As others see it.")]
    own_name: Annotated[str | None, about("The name that a muted player had chosen, else null.")]
    handle: str | None
    account: AccountKind
    role: Annotated[str | None, about("`host` or `moderator`; null for all others.")]
    muted: bool
    suspended: Annotated[
        PlayerSuspended | None,
        about("The end and the reason of their suspension; null without one."),
    ]
    banned: Annotated[
        PlayerSuspended | None, about("The end and the reason of their ban; null without one.")
    ]
    created_at: Time
    last_seen: Annotated[str | None, about("The last day (UTC) on which a token was used.")]
    invited_by: Annotated[
        str | None, about("The player who invited them, or `host`; null without an invitation.")
    ]
    games: Annotated[int, about("Their games under way.")]
    open_games: Annotated[int, about("The open games that they have made.")]


class HostPlayers(Struct):
    """A page of players."""

    players: list[HostPlayer]
    next: Next
    complete: Complete


class HostGameSeat(Struct):
    """A seat that is taken, by a player or a bot."""

    player_id: str | None
    name: Annotated[str | None, about("Null for a bot, or for a player who has left.")]
    bot: str | None


class HostGame(Struct):
    """A game, to hosts and moderators: nothing of it that its table alone may know."""

    game_id: GameId
    ruleset: str
    title: Annotated[str, about("Its own, also if it is removed; empty without one.")]
    status: Status
    listed: Annotated[bool, about("False if its creator made it for those who have its link.")]
    unlisted: Annotated[bool, about("True if the host has taken it out of the lobby.")]
    title_removed: Annotated[bool, about("True if the host has removed its title.")]
    own_board: Annotated[bool, about("True on a board that a player made.")]
    board_removed: Annotated[bool, about("True if the host has removed its board.")]
    closed: Annotated[str | None, about("Why the host has closed it; null if it is not closed.")]
    creator: Annotated[str | None, about("The player who made it; null if it is not known.")]
    creator_name: str | None
    seats: Annotated[list[HostGameSeat | None], about("By seat; null for a free one.")]
    created_at: Time
    updated_at: Time


class HostGames(Struct):
    """A page of games."""

    games: list[HostGame]
    next: Next
    complete: Complete


class Lag(Struct):
    """Something that waits for a worker."""

    number: Annotated[int, about("How many wait.")]
    seconds: Annotated[float, about("How long the oldest of them has waited.")]


class HostStorage(Struct):
    """What the store holds, what lags and what is broken."""

    players: int
    games: int
    memory: Annotated[int, about("Bytes of the store's fullest server; 0 if unknown.")]
    memory_limit: Annotated[int, about("The most bytes of that server; 0 without a limit.")]
    disk_free: Annotated[int | None, about("Bytes; null for a store on another machine.")]
    disk_total: int | None
    backed_up_at: Annotated[Time | None, about("The newest backup; null if none is known.")]
    late_sync: Annotated[
        str | None,
        about("The server's `appendfsync` if it may lose moves in a power cut, else null."),
    ]
    workers: Annotated[int, about("Workers that share the work.")]
    lag: Annotated[dict[str, Lag], about("Lines of the feeds that each follower has yet to read.")]
    bots: Annotated[dict[str, Lag], about("Games that wait for bots, `with_people` or without.")]
    notices: Annotated[int, about("Notices whose moment has not come.")]
    notices_late: Annotated[float, about("Seconds past the moment of the oldest notice.")]
    deliveries_late: Annotated[float, about("Seconds past the moment of the oldest delivery.")]
    broken_games: Annotated[int, about("Games whose record is not sound.")]
    disputed_games: Annotated[int, about("Games whose sound record the present rules refuse.")]
    verified_age: Annotated[float, about("Seconds since all games were last verified.")]
