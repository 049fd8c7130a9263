"""Passkeys and their challenges, kept in Redis."""

import secrets
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from redis import Redis

from domain.errors import UnknownName
from service.machine import clock
from service.people.ceremonies import PasskeyRefused, StoredPasskey
from service.people.names import player_key
from service.people.player import PlayerUnknown
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

MOST = 10
SECONDS = 300

_ADD = Script.of("service.people", "add_passkey.lua")
_USE = Script.of("service.people", "use_passkey.lua")

Purpose = Literal["register", "sign_in"]


class TooManyPasskeys(Exception):
    """The player already has the most passkeys allowed."""


class Challenge(Struct, frozen=True):
    """The purpose of a challenge, the player who got it, and its end (ms since 1970)."""

    purpose: Purpose
    player: str | None
    until: int


class PlayerPasskeys:
    """``passkeys:<player>`` holds a player's passkeys by id, ``passkey:<id>`` names the player.

    ``challenge:<sha256>`` holds a challenge until it is answered, at most five minutes.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def challenge(self, purpose: Purpose, player: str | None = None) -> bytes:
        """Return a new challenge, which can be answered once."""
        challenge, until = secrets.token_bytes(32), clock.now_ms() + SECONDS * 1000
        stored = msgspec.json.encode(Challenge(purpose, player, until))
        with translated_errors():
            self._client.set(_challenge_key(challenge), stored, ex=SECONDS)
        return challenge

    def take_challenge(self, challenge: bytes, purpose: Purpose, player: str | None = None) -> None:
        """Use up a challenge. Raises PasskeyRefused if it is unknown, another's, or too old.

        Call it before the answer is checked, so that a challenge allows only one attempt.
        """
        with translated_errors():
            stored = self._client.getdel(_challenge_key(challenge))
        known = msgspec.json.decode(stored, type=Challenge) if stored else None
        if known is None or known.until < clock.now_ms():
            raise PasskeyRefused("challenge")
        if (known.purpose, known.player) != (purpose, player):
            raise PasskeyRefused("challenge")

    def of(self, player: str) -> list[StoredPasskey]:
        """Return a player's passkeys, oldest first."""
        with translated_errors():
            stored = self._client.hvals(_key(player))
        passkeys = (msgspec.json.decode(each, type=StoredPasskey) for each in stored)
        return sorted(passkeys, key=lambda passkey: (passkey.created_at, passkey.id))

    def add(self, player: str, passkey: StoredPasskey) -> None:
        """Keep a new passkey. Raises TooManyPasskeys, PlayerUnknown, PasskeyRefused if known."""
        with translated_errors():
            self._claim(player, passkey.id)
            stored = msgspec.json.encode(passkey)
            if not _ADD.run(self._client, [_key(player)], passkey.id, stored, MOST):
                self._client.delete(_owner_key(passkey.id))
                raise TooManyPasskeys
            if not self._is_there(player):  # they left meanwhile: keep nothing about them
                self._delete(player, passkey.id)
                raise PlayerUnknown(player)

    def _claim(self, player: str, passkey_id: str) -> None:
        """Make a player the owner of a passkey, whose key may be on another server than theirs.

        A passkey that the player owns but that is missing from their list is left over from a
        crash.
        """
        if not self._is_there(player):
            raise PlayerUnknown(player)
        if self._client.set(_owner_key(passkey_id), player, nx=True):
            return
        is_own = self._client.get(_owner_key(passkey_id)) == player.encode()
        if not is_own or self._client.hexists(_key(player), passkey_id):
            raise PasskeyRefused("known")

    def _is_there(self, player: str) -> bool:
        return bool(self._client.hexists(player_key(player), "name"))

    def _delete(self, player: str, passkey_id: str) -> None:
        self._client.delete(_owner_key(passkey_id))
        self._client.hdel(_key(player), passkey_id)

    def find(self, passkey_id: str) -> tuple[str, StoredPasskey]:
        """Return a passkey and its player. Raises PasskeyRefused if nobody has it."""
        with translated_errors():
            player = self._client.get(_owner_key(passkey_id))
            stored = player and self._client.hget(_key(player.decode()), passkey_id)
        if not stored:
            raise PasskeyRefused("unknown")
        return player.decode(), msgspec.json.decode(stored, type=StoredPasskey)

    def use(self, player: str, passkey: StoredPasskey, sign_count: int) -> None:
        """Note a use. Raises PasskeyRefused if another use came first, or the passkey is gone."""
        used = replace(passkey, sign_count=sign_count, last_used=clock.now()[:10])
        before, after = map(msgspec.json.encode, (passkey, used))
        with translated_errors():
            is_first = _USE.run(self._client, [_key(player)], passkey.id, before, after)
        if not is_first:
            raise PasskeyRefused("challenge")

    def remove(self, player: str, passkey_id: str) -> None:
        """Delete a player's passkey. Raises UnknownName if there is no such passkey."""
        known = [passkey.id for passkey in self.of(player)]
        if passkey_id not in known:
            raise UnknownName("passkey", passkey_id, known)
        with translated_errors():
            self._delete(player, passkey_id)

    def forget(self, player: str) -> None:
        """Delete all passkeys of a player."""
        for passkey in self.of(player):
            self.remove(player, passkey.id)


def _key(player: str) -> str:
    return f"passkeys:{player}"


def _owner_key(passkey_id: str) -> str:
    return f"passkey:{passkey_id}"


def _challenge_key(challenge: bytes) -> str:
    return f"challenge:{sha256(challenge).hexdigest()}"
