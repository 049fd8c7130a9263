"""The door of the house: who may make an account, by the host's settings."""

import base64
import hashlib
import hmac
import secrets
from typing import Any

from service.context import services
from service.game.state_cache import GameUnknown
from service.http.asking.access import has_code
from service.http.asking.allowances import spend
from service.http.asking.auth import address
from service.http.asking.languages import language
from service.http.reading.command_headers import idempotency_key
from service.people.account_invitations import HOST, InvitationSpent, Use, invitation_of
from service.people.devices import API_TOKEN, TOKEN_PREFIX
from service.people.player import Invited, PlayerAccount
from service.settings.config import Config

KEY_LENGTH = 20
"""The fewest characters of an Idempotency-Key that nobody can guess."""


class RegistrationClosed(Exception):
    """The host takes no new players."""


class InvitationWanted(Exception):
    """The host takes new players by invitation only, and the request has none."""


def register_player(body: dict[str, Any], device: str = API_TOKEN) -> tuple[PlayerAccount, str]:
    """Make the account of a request; return it with its token, which is shown only this once.

    Raises NetworkBanned, RegistrationClosed, InvitationWanted, InvitationSpent, AllowanceSpent,
    LineWaits, LineFull.
    """
    own = services()
    own.network_bans.check(address())
    if own.config.registration == "closed":
        raise RegistrationClosed
    if by_invitation(own.config) and not _is_invited(body):
        raise InvitationWanted
    _wait_in_line(body["ticket"])
    if not by_invitation(own.config):
        return own.players.create(body["name"], device, language())
    invited = _invited(body)
    player = own.players.create_invited(invited, body["name"], device, language())
    # Within the time of a repetition the player may have ended the session.
    if own.sessions.id_of_token(invited.token) is None:
        raise InvitationSpent
    return player, invited.token


def by_invitation(config: Config) -> bool:
    """True if the host takes new players by invitation only."""
    # A name alone shows no address, so an open house with mail domains mails invitations.
    is_mailed = config.registration == "open" and bool(config.mail_domains)
    return config.registration == "invite" or is_mailed


def door(config: Config) -> str:
    """Return who may make an account, as others see it: ``open``, ``invite`` or ``closed``."""
    return "invite" if by_invitation(config) else config.registration


def _wait_in_line(ticket: str | None) -> None:
    """Count a new player against their address and the house.

    Raises AllowanceSpent, LineWaits, LineFull.
    """
    line = services().waiting_line
    # Counted when the ticket was given: asking again before its time costs nothing.
    if line is not None and ticket is not None and line.use(ticket):
        return
    # Before an invitation is looked at, so that nobody can try many; and before the line, so that
    # no address fills it.
    spend("players")
    if line is not None:
        line.enter()


def _invited(body: dict[str, Any]) -> Invited:
    if body["invitation"] is not None:
        return _by_invitation(body["invitation"], body["name"])
    return _by_join_link(body["game_id"], body["join_code"], body["name"])


def _is_invited(body: dict[str, Any]) -> bool:
    """True if a request has an invitation, or a join link where that counts as one."""
    has_link = body["game_id"] is not None and body["join_code"] is not None
    is_by_link = has_link and services().config.join_links_invite
    return body["invitation"] is not None or is_by_link


def _by_invitation(token: str, name: str) -> Invited:
    invitation = invitation_of(token)
    use, new_token = _use(token, name)
    inviter = services().account_invitations.redeem(token, use)
    return Invited(use.player_id, new_token, inviter, invitation)


def _by_join_link(game_id: str, join_code: str, name: str) -> Invited:
    """Let the link of an open game make as many accounts as the game has further seats."""
    try:
        game = services().cache.current(game_id).game
    except GameUnknown:
        raise InvitationSpent from None
    if not has_code(game, join_code) or game.origin is not None or game.terms.study is not None:
        raise InvitationSpent
    use, new_token = _use(f"{game_id} {join_code}", name)
    uses = game.terms.seats - 1 if game.status == "open" else 0
    services().account_invitations.redeem_game(game_id, uses, use)
    return Invited(use.player_id, new_token, game.terms.creator or HOST, f"game {game_id}")


def _use(invitation: str, name: str) -> tuple[Use, str]:
    """Return the use of an invitation by this request, and its player's token.

    A repetition with the same Idempotency-Key has the same ones.
    """
    key = idempotency_key() or ""
    # Others hold the same invitation: a key that they could guess would give them this account.
    if len(key) < KEY_LENGTH:
        key = secrets.token_hex(16)
    source = "\n".join((invitation, key, name))
    player, token = (_derived(label, source) for label in ("player", "token"))
    written = base64.urlsafe_b64encode(token).decode().rstrip("=")
    return Use(_derived("use", source).hex(), f"p{player.hex()[:16]}"), f"{TOKEN_PREFIX}{written}"


def _derived(label: str, source: str) -> bytes:
    text = f"account invitation {label} 1\n{source}"
    return hmac.digest(services().key, text.encode(), hashlib.sha256)
