"""Handles: names of players that are unique, also to the eye.

A claim lies on another server of a cluster than its player. The player's hash names a handle before
it is claimed, and the claim names the player, so either side shows what a crash has left undone.
"""

import re
import secrets
from functools import cache
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct
from redis import Redis

from domain.kernel.rulesets import rulesets
from projections.lookalikes import skeleton
from service.clients import bot_names
from service.clients.planners.levels import LEVEL_NAMES
from service.machine import clock
from service.people.directory import Directory
from service.people.names import player_key
from service.people.player import Muted, PlayerUnknown
from service.people.quiet_hours import DAY
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.tracked_values import Remembered

SHORTEST, LONGEST = 3, 20
FORM = re.compile(r"[A-Za-z0-9_-]+")
CHANGED_AFTER = 30 * DAY
"""The least time between two handles of a player, in ms."""
KEPT_AFTER = 365 * DAY
"""The time after the end of a handle for which nobody else gets it, in ms."""
OWN_FIELDS = ("handle", "handle_at", "handle_wanted", "handle_salt")
PENDING = 60_000
"""The time after which a claim that was not finished is free again, in ms: no request lasts so
long."""
ROLES = (
    "abuse admin administrator all anabasis anonymous api bot bots contact everybody everyone "
    "guest help here host hostmaster info legal mod moderator moderators nobody noreply no-reply "
    "none null official operator owner player players postmaster root security server service "
    "spectator staff support sysadmin system team undefined unknown webmaster you"
)

_SWAP = Script.of("service.people", "swap_value.lua")
_WANT = Script.of("service.people", "want_handle.lua")
_TAKE = Script.of("service.people", "take_handle.lua")


class HandleTaken(Exception):
    """The handle is reserved, somebody has one that looks like it, or had it within a year."""


class HandleTooSoon(Exception):
    """The player has had another handle for less than 30 days; ``until`` is in ms since 1970."""

    def __init__(self, until: int) -> None:
        self.until = until
        super().__init__(str(until))


class HandleClaim(Struct, frozen=True):
    """A handle's player; ``at`` is the time of the state (ms).

    An ended one has a mark that only its player's hash explains, or nothing if they have left.
    """

    player: str
    state: Literal["wanted", "held", "ended"]
    at: int


class OwnHandle(Struct, frozen=True):
    """A player's handle, if any, and the time from which they may have another one (ms)."""

    handle: str | None
    free_from: int


def folded(handle: str) -> str:
    """Return a form that is equal for handles that look alike in any mix of cases."""
    # Twice: `I` looks like `l`, and `i` is `I` in another case.
    return skeleton(skeleton(handle.upper()).lower())


def is_reserved(handle: str) -> bool:
    """True for roles and games, and for what the service itself is called."""
    return folded(handle) in _reserved()


@cache
def _reserved() -> frozenset[str]:
    games = rulesets()
    bots = (bot for each in games for bot in bot_names(each))
    return frozenset(map(folded, (*ROLES.split(), *games, *bots, *LEVEL_NAMES)))


class Handles:
    """``handle:<sha256>`` holds the claim on a handle and all that look like it.

    ``player:<id>`` has the fields ``handle``, ``handle_at``, ``handle_wanted`` and
    ``handle_salt``.
    """

    def __init__(self, client: Redis, kept: Remembered) -> None:
        """``kept`` remembers handles beside names; those that change are dropped from it."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept, self._directory = kept, Directory(client)

    def of(self, player: str) -> OwnHandle:
        """Return a player's handle."""
        with translated_errors():
            handle, at = self._client.hmget(player_key(player), "handle", "handle_at")
        return OwnHandle(handle.decode() if handle else None, int(at) + CHANGED_AFTER if at else 0)

    def claim(self, player: str, handle: str) -> None:
        """Give a player a handle; safe to repeat.

        Raises HandleTaken, HandleTooSoon, Muted, PlayerUnknown.
        """
        if is_reserved(handle):
            raise HandleTaken
        with translated_errors():
            self._want(player, handle)
            try:
                self._hold(player, handle)
            finally:
                self._changed(player)

    def _want(self, player: str, handle: str) -> None:
        now = clock.now_ms()
        salt = secrets.token_hex(16)
        reply = _WANT.run(self._client, [player_key(player)], handle, now, CHANGED_AFTER, salt)
        if reply is None:
            is_there = self._client.hexists(player_key(player), "name")
            raise Muted if is_there else PlayerUnknown(player)
        before, until = reply[0].decode(), int(reply[1])
        if until:
            raise HandleTooSoon(until)
        if before and folded(before) != folded(handle):
            self._withdraw(player, before)

    def _hold(self, player: str, handle: str) -> None:
        """Claim a wanted handle, give it to the player, and end the one before."""
        self._reserve(player, handle)
        replaced = _TAKE.run(self._client, [player_key(player)], handle, clock.now_ms())
        if replaced is None:  # they left meanwhile, or want another one
            self._withdraw(player, handle)
            raise HandleTaken
        self._confirm(player, handle)
        if replaced and folded(replaced.decode()) != folded(handle):
            self._end(replaced.decode(), player)

    def _confirm(self, player: str, handle: str) -> None:
        """Note that a claim is finished. Raises HandleTaken if it came too late."""
        stored = self._client.get(_key(handle)) or b""
        claim = _read(stored)
        if claim is None or claim.player != player:
            self._client.hdel(player_key(player), "handle")
            raise HandleTaken
        self._write(handle, HandleClaim(player, "held", clock.now_ms()), stored)

    def _reserve(self, player: str, handle: str) -> None:
        stored = self._client.get(_key(handle)) or b""
        claim = _read(stored)
        if claim is not None and not self._is_free(handle, stored, claim, player):
            raise HandleTaken
        if claim is not None and (claim.player, claim.state) == (player, "held"):
            return
        wanted = HandleClaim(player, "wanted", clock.now_ms())
        if not _SWAP.run(self._client, [_key(handle)], stored, _written(wanted), 0):
            raise HandleTaken

    def _is_free(self, handle: str, stored: bytes, claim: HandleClaim, player: str) -> bool:
        """True if a player may take over a claim, which may be left from a crash."""
        now = clock.now_ms()
        if claim.state == "ended":
            is_own = claim.player != "" and claim.player == self._mark(player)
            return is_own or now >= claim.at + KEPT_AFTER
        if claim.player == player:
            return True
        present = self._client.hget(player_key(claim.player), "handle")
        if present is not None and folded(present.decode()) == folded(handle):
            return False
        if claim.state == "wanted":
            return now >= claim.at + PENDING
        # Held by a player who has another one or has left: its end was not noted.
        self._write(handle, _ended(self._mark(claim.player)), stored)
        return False

    def release(self, player: str) -> None:
        """End a player's handle, if they have one; safe to repeat."""
        with translated_errors():
            handle = self._client.hget(player_key(player), "handle")
            if handle:
                self._end(handle.decode(), player)
                self._client.hdel(player_key(player), "handle")
        self._changed(player)

    def forget(self, player: str) -> None:
        """End a player's handle, and forget whose it was."""
        with translated_errors():
            wanted, handle = self._client.hmget(player_key(player), "handle_wanted", "handle")
            if wanted:
                self._withdraw(player, wanted.decode())
            if handle:
                self._end(handle.decode(), player, mark="")
            self._client.hdel(player_key(player), *OWN_FIELDS)
        self._changed(player)

    def find(self, handle: str) -> str | None:
        """Return the id of the player who has a handle, written in any case; None if nobody has."""
        with translated_errors():
            claim = _read(self._client.get(_key(handle)) or b"")
            if claim is None or claim.state == "ended":
                return None
            present = self._client.hget(player_key(claim.player), "handle")
        is_theirs = present is not None and present.decode().lower() == handle.lower()
        return claim.player if is_theirs else None

    def _changed(self, player: str) -> None:
        self._kept.forget(player_key(player))
        self._directory.refresh_if_possible(player)

    def _end(self, handle: str, player: str, mark: str | None = None) -> None:
        """End a claim if it is a player's, and keep their mark, or another one."""
        stored = self._client.get(_key(handle)) or b""
        claim = _read(stored)
        if claim is not None and claim.player == player:
            self._write(handle, _ended(self._mark(player) if mark is None else mark), stored)

    def _mark(self, player: str) -> str:
        """Return a digest that marks the player who gave a handle up; empty without a salt.

        The salt is deleted with the player: the marks that stay for a year then name nobody.
        """
        salt = self._client.hget(player_key(player), "handle_salt")
        if salt is None:
            return ""
        return sha256(b"anabasis handle 2\n" + salt + player.encode()).hexdigest()[:32]

    def _withdraw(self, player: str, handle: str) -> None:
        """Delete a claim that a player has not finished."""
        stored = self._client.get(_key(handle)) or b""
        claim = _read(stored)
        if claim is not None and (claim.player, claim.state) == (player, "wanted"):
            _SWAP.run(self._client, [_key(handle)], stored, b"", 0)

    def _write(self, handle: str, claim: HandleClaim, before: bytes) -> None:
        left = KEPT_AFTER if claim.state == "ended" else 0
        _SWAP.run(self._client, [_key(handle)], before, _written(claim), left)


def _ended(player: str) -> HandleClaim:
    return HandleClaim(player, "ended", clock.now_ms())


def _read(stored: bytes) -> HandleClaim | None:
    return msgspec.json.decode(stored, type=HandleClaim) if stored else None


def _written(claim: HandleClaim) -> bytes:
    return msgspec.json.encode(claim)


def _key(handle: str) -> str:
    # A digest, so that the handle of a player who has left cannot be read from it.
    return f"handle:{sha256(folded(handle).encode()).hexdigest()}"
