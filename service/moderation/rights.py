"""The acts that can be asked for over HTTP: who may do each, and how its subject is found."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from service.context import Services
from service.moderation.actions import (
    Act,
    ActionRefused,
    LogStatus,
    check_game,
    check_has_board,
    check_has_title,
    perform,
)
from service.moderation.player_lookup import (
    check_handle,
    check_name_shown,
    find_by_handle,
)
from service.people.network_bans import LONGEST, is_private, network_in
from service.people.player import PlayerUnknown, Role
from service.people.quiet_hours import DAY

NETWORK_ID = re.compile(r"n[0-9a-f]{16}")
Find = Callable[[Services, str], str]
"""Returns the id of the subject that a text names. Raises ActionRefused."""


class RoleTooLow(Exception):
    """The player's role does not allow the act; the message names the case."""


@dataclass(frozen=True, slots=True)
class Right:
    """The lowest role that may do an act, and how its subject is found."""

    role: Role
    find: Find
    is_on_player: bool = True


def find_game(own: Services, game_id: str, *, goes_on: bool = False) -> str:
    """Return a game's id. Raises ActionRefused as ``check_game`` does."""
    check_game(own, game_id, goes_on=goes_on)
    return game_id


def find_titled(own: Services, game_id: str) -> str:
    """Return the id of a game with a title of its own. Raises ActionRefused."""
    check_has_title(own, game_id)
    return game_id


def find_on_own_board(own: Services, game_id: str) -> str:
    """Return the id of a game on a board that a player made. Raises ActionRefused."""
    check_has_board(own, game_id)
    return game_id


def find_network(own: Services, text: str) -> str:
    """Return the id of a ban, from itself or from the network. Raises ActionRefused."""
    if NETWORK_ID.fullmatch(text):
        return text
    try:
        return own.network_bans.name(network_in(text))
    except ValueError:
        raise ActionRefused(
            "network_malformed",
            f"{text!r} is no network: give an IPv4 address, or an IPv6 address or its /64.",
        ) from None


def find_network_to_ban(own: Services, text: str) -> str:
    """Return the id of a network that can be banned.

    Raises ActionRefused for a private network, and for an id whose network is no longer known.
    """
    ban_id = find_network(own, text)
    network = own.network_bans.network_of(ban_id)
    if network is None:
        raise ActionRefused(
            "network_unnamed", f"No ban {text} is in force any more: give the network itself."
        )
    if is_private(network):
        # Behind a proxy that ANABASIS_PROXIES does not count, everybody seems to come from its
        # address.
        raise ActionRefused(
            "network_private",
            f"{network} is a private address: behind a proxy it may be everybody's. Set "
            "ANABASIS_PROXIES, so that the service sees where players come from.",
        )
    return ban_id


def _find_named(own: Services, text: str) -> str:
    return check_name_shown(own, find_by_handle(own, text))


def _find_with_handle(own: Services, text: str) -> str:
    return check_handle(own, find_by_handle(own, text))


def _on_game(*, goes_on: bool = False) -> Right:
    return Right("moderator", partial(find_game, goes_on=goes_on), is_on_player=False)


RIGHTS: Mapping[str, Right] = {
    "game_closed": _on_game(goes_on=True),
    "game_reopened": _on_game(),
    "game_unlisted": _on_game(),
    "game_listed": _on_game(),
    "title_removed": Right("moderator", find_titled, is_on_player=False),
    "title_restored": _on_game(),
    "board_removed": Right("moderator", find_on_own_board, is_on_player=False),
    "board_restored": _on_game(),
    "player_muted": Right("moderator", find_by_handle),
    "player_unmuted": Right("moderator", find_by_handle),
    "player_suspended": Right("moderator", find_by_handle),
    "player_resumed": Right("moderator", find_by_handle),
    "player_banned": Right("host", find_by_handle),
    "player_unbanned": Right("host", find_by_handle),
    "network_banned": Right("host", find_network_to_ban, is_on_player=False),
    "network_unbanned": Right("host", find_network, is_on_player=False),
    "player_renamed": Right("moderator", _find_named),
    "handle_removed": Right("moderator", _find_with_handle),
    "player_made_host": Right("host", find_by_handle),
    "player_made_moderator": Right("host", find_by_handle),
    "player_role_ended": Right("host", find_by_handle),
    "player_forgotten": Right("host", find_by_handle),
}
"""By action. Only commands rotate keys, make invitations and print sign-in links."""
ENDING = {"player_suspended": 366, "player_banned": 3_660, "network_banned": LONGEST // DAY}
"""Acts that end by themselves, and after how many days at most."""
SHOWN = frozenset({"game_closed", *ENDING})
"""Acts whose reason players read, with other sentences after it."""


def reason_of(action: str, text: str) -> str:
    """Return the reason of an act as it is kept: a sentence if players read it."""
    return sentence_of(text) if action in SHOWN else text


def sentence_of(text: str) -> str:
    """Return a text with a full stop, as players read it with other sentences after it."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def has_role(role: Role | None, needed: Role) -> bool:
    """True if a role allows what the needed one does: a host may do all that moderators may."""
    return role == "host" or (role is not None and role == needed)


def find_subject(own: Services, action: str, text: str, role: Role | None) -> str:
    """Return the id of an act's subject, for an actor with a role.

    Raises RoleTooLow, ActionRefused.
    """
    right = RIGHTS[action]
    if not has_role(role, right.role):
        raise RoleTooLow("host_role")
    subject = right.find(own, text)
    if role != "host" and right.is_on_player and role_of(own, subject) is not None:
        raise RoleTooLow("role_above")
    return subject


def role_of(own: Services, player: str) -> Role | None:
    """Return a player's role, None if they have none or have left."""
    try:
        return own.players.read(player).role
    except PlayerUnknown:
        return None


def act_on(own: Services, act: Act) -> LogStatus:
    """Perform an act as ``perform`` does; raises ActionRefused if the player has just left."""
    try:
        return perform(own, act)
    except PlayerUnknown:
        raise ActionRefused("player_unknown", f"The player {act.subject} has just left.") from None
