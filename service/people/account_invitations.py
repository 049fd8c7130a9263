"""Invitations to make an account: each has some uses and an end.

They have nothing in common with invitations to games, which `invitations` keeps.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from redis import Redis

from domain.errors import UnknownName
from domain.record.times import moment
from service.machine import clock
from service.people.answers import AccountInvitation
from service.people.devices import hash_secret
from service.people.quiet_hours import DAY
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

PREFIX = "anai_"
HOST = "host"
"""Stands for the host where a member's id names an inviter."""
MAIL = "mail"
"""Stands for the inviter of those who had an invitation sent to an address of their own."""
MOST_OF_HOST, MOST_OF_MAIL, MOST_OF_MEMBER = 1_000, 10_000, 10
"""Invitations that have not ended. One network may ask for 1,440 by mail within their day."""
MOST_USES, MOST_USES_OF_MEMBER = 1_000, 10
REPEATED_MS = 10 * 60 * 1000
"""A use may be repeated for this long, in case its answer was lost."""
GAME_DAYS = 21

_LIST = Script.of("service.people", "list_challenge.lua")
_REDEEM = Script.of("service.people", "redeem_invitation.lua")


class InvitationSpent(Exception):
    """The invitation is unknown, used up, withdrawn, or has ended."""


class TooManyInvitations(Exception):
    """The inviter has as many invitations as they may."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of an invitation: an id that a repetition has again, and the player it makes."""

    id: str
    player_id: str


class AccountInvitations:
    """``account_invitation:<id>`` holds an invitation, ``account_invitations:<inviter>`` ids.

    Both end by themselves. A token is kept as its hash.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def make(self, inviter: str, uses: int, days: int) -> tuple[AccountInvitation, str]:
        """Return a new invitation and its token, which is shown only this once.

        Raises TooManyInvitations.
        """
        invitation, now = secrets.token_hex(8), clock.now_ms()
        token, end = f"{PREFIX}{invitation}_{secrets.token_urlsafe(24)}", now + days * DAY
        fields = {
            "digest": hash_secret(token),
            "inviter": inviter,
            "uses": uses,
            "left": uses,
            "created": now,
            "until": end,
        }
        most = {HOST: MOST_OF_HOST, MAIL: MOST_OF_MAIL}.get(inviter, MOST_OF_MEMBER)
        with translated_errors():
            # Listed first: an invitation that no list has could not be withdrawn.
            if not _LIST.run(self._client, [_list_key(inviter)], invitation, end, now, most):
                raise TooManyInvitations
            pipeline = self._client.pipeline(transaction=True)
            pipeline.hset(_key(invitation), mapping=fields)
            pipeline.pexpire(_key(invitation), end - now)
            pipeline.execute()
        return AccountInvitation(invitation, uses, uses, moment(now), moment(end), []), token

    def read(self, token: str) -> AccountInvitation:
        """Return the invitation of a token, while uses of it are left. Raises InvitationSpent."""
        invitation = invitation_of(token)
        with translated_errors():
            fields = self._client.hgetall(_key(invitation))
        if fields.get(b"digest", b"").decode() != hash_secret(token):
            raise InvitationSpent
        shown = _shown(invitation, fields)
        if not shown.uses_left or int(fields[b"until"]) <= clock.now_ms():
            raise InvitationSpent
        return shown

    def of(self, inviter: str) -> list[AccountInvitation]:
        """Return an inviter's invitations that have not ended, those that end first at first."""
        with translated_errors():
            ids = self._client.zrangebyscore(_list_key(inviter), clock.now_ms(), "+inf")
            pipeline = self._client.pipeline(transaction=False)
            for each in ids:
                pipeline.hgetall(_key(each.decode()))
            stored = zip(ids, pipeline.execute(), strict=True) if ids else ()
        return [_shown(each.decode(), fields) for each, fields in stored if b"uses" in fields]

    def inviter_of(self, invitation: str) -> str | None:
        """Return the player who made an invitation, or ``HOST``; None if there is none."""
        with translated_errors():
            inviter = self._client.hget(_key(invitation), "inviter")
        return None if inviter is None else str(inviter.decode())

    def revoke(self, invitation: str, inviter: str | None = None) -> None:
        """Withdraw an invitation; ``inviter`` is None for the host, who may withdraw any.

        Raises UnknownName if there is none, or it is another inviter's.
        """
        owner = self.inviter_of(invitation)
        if owner is None or inviter not in (None, owner):
            raise UnknownName("invitation", invitation, [])
        with translated_errors():
            self._client.delete(_key(invitation))
            self._client.zrem(_list_key(owner), invitation)

    def redeem(self, token: str, use: Use) -> str:
        """Take a use of the invitation of a token; return its inviter. Raises InvitationSpent."""
        invitation = invitation_of(token)
        self._redeem(_key(invitation), hash_secret(token), use, "", "")
        # A withdrawal from now on comes too late for this use.
        return self.inviter_of(invitation) or HOST

    def redeem_game(self, game_id: str, uses: int, use: Use) -> None:
        """Take one of the ``uses`` of a game's join link. Raises InvitationSpent.

        With 0 uses, as of a game that has started, a use can only be repeated.
        """
        key, end = f"account_invitation:game:{game_id}", clock.now_ms() + GAME_DAYS * DAY
        self._redeem(key, "game", use, uses or "", end)

    def _redeem(self, key: str, digest: str, use: Use, uses: int | str, end: int | str) -> None:
        arguments = digest, use.id, use.player_id, clock.now_ms(), REPEATED_MS, uses, end
        with translated_errors():
            if not _REDEEM.run(self._client, [key], *arguments):
                raise InvitationSpent

    def forget(self, player: str) -> None:
        """Delete a player's invitations; the accounts made with them stay."""
        with translated_errors():
            for each in self._client.zrange(_list_key(player), 0, -1):
                self._client.delete(_key(each.decode()))
            self._client.delete(_list_key(player))


def invitation_of(token: str) -> str:
    """Return the id of a token's invitation. Raises InvitationSpent for no such token's form."""
    invitation, _, secret = token.removeprefix(PREFIX).partition("_")
    if not (token.startswith(PREFIX) and invitation.isalnum() and secret):
        raise InvitationSpent
    return invitation


def _shown(invitation: str, fields: dict[bytes, bytes]) -> AccountInvitation:
    number = {name: int(fields[name.encode()]) for name in ("uses", "left", "created", "until")}
    accepted = [value.decode() for name, value in fields.items() if name.startswith(b"use:")]
    return AccountInvitation(
        invitation_id=invitation,
        uses=number["uses"],
        uses_left=number["left"],
        created_at=moment(number["created"]),
        expires_at=moment(number["until"]),
        players=[each.partition(" ")[2] for each in sorted(accepted)],
    )


def _key(invitation: str) -> str:
    return f"account_invitation:{invitation}"


def _list_key(inviter: str) -> str:
    return f"account_invitations:{inviter}"
