"""A host's actions: logged first, then done, so that repeating one after a crash finishes it.

Forgetting a player cannot be undone, so everything that it would delete is listed first.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum

from domain.errors import RecordBroken, UnknownName
from domain.kernel.game import ENDED
from domain.record.times import milliseconds
from service.context import Services, forget, games_with_orders
from service.game.orders import book_of
from service.game.state_cache import GameUnknown
from service.machine import clock
from service.machine.plain_text import counted
from service.moderation.log import AdminLog, Entry
from service.people.player import PlayerUnknown
from service.server.data_folder import running_address
from service.settings.addresses import public_link
from service.store.unlisted_games import UnlistedGames
from service.texts.titles import default_titles


class ActionRefused(Exception):
    """The action makes no sense, and nothing was done; the message states reason and remedy.

    ``case`` is the reason as a code, for which pages have a text of their own.
    """

    def __init__(self, case: str, message: str) -> None:
        self.case = case
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Act:
    """An action on a subject, with the host's reason and name, and its end if it has one."""

    action: str
    subject: str
    reason: str
    by: str
    until: str = ""


class LogStatus(Enum):
    """The way an action was logged."""

    NEW = "new"
    REASON_CHANGED = "reason_changed"
    KNOWN = "known"


def _revoke_invitation(own: Services, on: Entry) -> None:
    with suppress(UnknownName):  # it is revoked already, or has ended
        own.account_invitations.revoke(on.subject)


def _stop(on: Entry) -> str:
    return f"{milliseconds(on.until)} {on.reason}"


Effect = Callable[[Services, Entry], object]

INVITED, INVITATION_REVOKED = "invitation_made", "invitation_revoked"
MATTERS: tuple[dict[str, Effect], ...] = (
    {
        "game_closed": lambda own, on: own.freezes.freeze(on.subject, on.reason),
        "game_reopened": lambda own, on: own.freezes.unfreeze(on.subject),
    },
    {
        "game_unlisted": lambda own, on: UnlistedGames(own.read_models.client).unlist(on.subject),
        "game_listed": lambda own, on: UnlistedGames(own.read_models.client).list_again(on.subject),
    },
    {
        "title_removed": lambda own, on: own.removals.marks.remove_title(on.subject),
        "title_restored": lambda own, on: own.removals.marks.restore_title(on.subject),
    },
    {
        "board_removed": lambda own, on: own.removals.marks.remove_board(on.subject),
        "board_restored": lambda own, on: own.removals.marks.restore_board(on.subject),
    },
    {
        "player_muted": lambda own, on: own.players.mute(on.subject, neutral_name(on.subject)),
        "player_unmuted": lambda own, on: own.players.unmute(on.subject),
    },
    {
        "player_suspended": lambda own, on: own.players.stop(on.subject, "suspended", _stop(on)),
        "player_resumed": lambda own, on: own.players.stop(on.subject, "suspended", ""),
    },
    {
        "player_banned": lambda own, on: own.players.stop(on.subject, "banned", _stop(on)),
        "player_unbanned": lambda own, on: own.players.stop(on.subject, "banned", ""),
    },
    {
        "network_banned": lambda own, on: own.network_bans.ban(
            on.subject, milliseconds(on.until), on.reason
        ),
        "network_unbanned": lambda own, on: own.network_bans.lift(on.subject),
    },
    {
        "player_made_host": lambda own, on: own.players.set_role(on.subject, "host"),
        "player_made_moderator": lambda own, on: own.players.set_role(on.subject, "moderator"),
        "player_role_ended": lambda own, on: own.players.set_role(on.subject, None),
    },
    {"player_forgotten": lambda own, on: forget(own, on.subject)},
    {
        # The token is shown once, so an invitation cannot be made again here.
        INVITED: lambda _own, _on: None,
        INVITATION_REVOKED: _revoke_invitation,
    },
    {"keys_rotated": lambda own, on: own.signing.rotate(on.subject)},
)
"""One dict for each matter: the actions that settle it, with effects that are safe to repeat."""
UNDOING = frozenset(
    {
        "game_reopened",
        "game_listed",
        "title_restored",
        "board_restored",
        "player_unmuted",
        "player_resumed",
        "player_unbanned",
        "network_unbanned",
        "player_role_ended",
    }
)
LINK_MADE = "player_link_made"
ANNOUNCED, ANNOUNCEMENT_ENDED = "announcement_made", "announcement_ended"
SINGLE: dict[str, Effect] = {
    "player_renamed": lambda own, on: own.players.rename(on.subject, neutral_name(on.subject)),
    # Without a mark of the player, so that they do not get it back within the year either.
    "handle_removed": lambda own, on: own.handles.forget(on.subject),
    LINK_MADE: lambda _own, _on: None,
    # It ends by itself.
    ANNOUNCED: lambda _own, _on: None,
    ANNOUNCEMENT_ENDED: lambda own, _on: own.announcements.end(),
    "report_acted": lambda own, on: own.reports.resolve(on.subject),
    "report_dismissed": lambda own, on: own.reports.resolve(on.subject),
}
"""Actions that settle nothing, as the player may choose anew: each is logged each time."""
PASSING = frozenset({*SINGLE, INVITED, INVITATION_REVOKED})
"""Actions that are not in force: what they are about ends by itself, or is over."""


def perform(own: Services, act: Act) -> LogStatus:
    """Log an action and do it; an action that is already logged is only done again.

    Undoing an action that was never done does nothing. Raises LogBusy, StoreUnavailable.
    """
    log = AdminLog(own.read_models.client)
    if act.action in SINGLE:
        SINGLE[act.action](own, log.append(act.action, act.subject, act.reason, act.by))
        return LogStatus.NEW
    matter = next(each for each in MATTERS if act.action in each)
    newest = log.newest(matter, act.subject)
    if newest is None and act.action in UNDOING:
        return LogStatus.KNOWN
    logged = _logged(newest, act)
    if logged is not LogStatus.KNOWN:
        # Logged first: after a crash between the two, the entry is there, and repeating the action
        # brings its effect about.
        log.append(act.action, act.subject, act.reason, act.by, act.until)
    _settle(own, log, matter, act.subject)
    return logged


def _logged(newest: Entry | None, act: Act) -> LogStatus:
    """Return how an action is logged after the newest entry of its matter."""
    if newest is None or newest.action != act.action or newest.until != act.until:
        return LogStatus.NEW
    return LogStatus.KNOWN if act.reason in ("", newest.reason) else LogStatus.REASON_CHANGED


def _settle(own: Services, log: AdminLog, matter: dict[str, Effect], subject: str) -> None:
    """Carry out the newest entry of a matter, and each newer one that came meanwhile."""
    # If hosts act at the same time, the log decides: however slow one of them is, the effect of the
    # last entry stays.
    newest, done = log.newest(matter, subject), None
    while newest is not None and newest != done:
        matter[newest.action](own, newest)
        newest, done = log.newest(matter, subject), newest


def sign_in_link(own: Services, player: str, reason: str, by: str) -> str:
    """Return a link that signs one browser in as a player, once it is logged.

    It is good for ten minutes and one use. Raises PlayerUnknown, LogBusy, StoreUnavailable.
    """
    perform(own, Act(LINK_MADE, player, reason, by))
    code, config = own.sessions.transfer_code(player, signed_in=True), own.config
    # The service may run on another port than the settings of this command say.
    running = None if config.redis_url else running_address(config.data)
    return public_link(replace(config, url=config.url or running), f"#transfer={code}")


def in_force(entries: Iterable[Entry]) -> list[Entry]:
    """Return the actions that no later one has undone, oldest first."""
    newest = {}
    for entry in entries:
        if entry.action in PASSING:
            continue
        matter = next((n for n, each in enumerate(MATTERS) if entry.action in each), -1)
        newest[matter, entry.subject] = entry
    now = clock.now()
    kept = (each for each in newest.values() if each.action not in UNDOING)
    held = (each for each in kept if not each.until or each.until > now)
    return sorted(held, key=lambda entry: entry.number)


def check_game(own: Services, game_id: str, *, goes_on: bool = False) -> None:
    """Raise ActionRefused unless the game exists and, with ``goes_on``, has not ended."""
    try:
        status = own.cache.current(game_id).game.status
    except GameUnknown:
        raise ActionRefused(
            "game_unknown", f"There is no game {game_id!r} here: is its id right?"
        ) from None
    except RecordBroken:
        return  # its first event is damaged, but the host may still hide the game
    if goes_on and status in ENDED:
        raise ActionRefused(
            "game_over",
            f"The game {game_id} is {status}: nobody can move in it. `anabasis admin unlist` takes "
            "it out of the lobby.",
        )


def check_has_title(own: Services, game_id: str) -> None:
    """Raise ActionRefused unless the game exists and its maker gave it a title."""
    check_game(own, game_id)
    with suppress(RecordBroken):
        terms = own.cache.current(game_id).game.terms
        if default_titles().get(terms.title) == terms.ruleset:
            raise ActionRefused(
                "title_default",
                f"The game {game_id} has no title of its own: there is nothing to remove.",
            )


def check_has_board(own: Services, game_id: str) -> None:
    """Raise ActionRefused unless the game exists, on a board that a player made."""
    check_game(own, game_id)
    with suppress(RecordBroken):
        if (name := own.cache.current(game_id).game.terms.board.get("id")) is not None:
            raise ActionRefused(
                "board_shipped",
                f"The game {game_id} is on the board {name!r} of this service, which nobody can "
                "remove.",
            )


def check_player(own: Services, player_id: str) -> None:
    """Raise ActionRefused unless the player exists."""
    try:
        own.players.read(player_id)
    except PlayerUnknown:
        raise ActionRefused(
            "player_unknown",
            f"There is no player {player_id!r} here: ids begin with p; `GET /games/<id>` names the "
            "players at its seats.",
        ) from None


def neutral_name(player_id: str) -> str:
    """Return the name that a muted player gets."""
    return f"Player {player_id[1:5]}"


def parts_forgotten(own: Services, player: str) -> Iterator[str]:
    """Yield a line for everything of a player's that would be deleted."""
    try:
        yield f"name {own.players.read(player).name!r}, settings, tokens and devices"
    except PlayerUnknown:
        yield "no name: it was deleted before, and the rest is deleted again"
    yield f"handle: {own.handles.of(player).handle or 'none'}"
    yield f"passkeys: {len(own.passkeys.of(player))}"
    yield f"channels for notices: {len(own.notices.channels.of(player))}"
    yield f"feeds: {'yes' if own.feeds.exists(player) else 'none'}"
    yield f"invitations: {len(own.invitations.of(player))}"
    orders = sum(_orders_of(own, game_id, player) for game_id in games_with_orders(own, player))
    yield f"standing orders: {orders}"


def parts_kept(own: Services, player: str) -> Iterator[str]:
    """Yield a line for everything of a player's that would be kept."""
    _, total = own.read_models.my_games(player, 1, 1)
    games = counted(total, "game")
    yield f"seats in {games}, whose records are immutable: the id {player}, without a name"
    yield "the mark that a handle was given up, for a year and without the player"
    yield "the entries of `anabasis admin log`, and backups made before"


def _orders_of(own: Services, game_id: str, player: str) -> int:
    if not own.commands.has_orders(game_id):
        return 0
    game = own.cache.current(game_id).game
    book = book_of(game, own.commands.books.read(game_id))
    return sum(order.seat == game.seat_of(player) for order in book)
