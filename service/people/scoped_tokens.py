"""Scoped tokens: a player's named tokens for programs, each with scopes and an end."""

import hashlib
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from redis import Redis

from domain.errors import UnknownName
from domain.record.times import milliseconds, moment
from service.machine import clock
from service.people.answers import AccessToken
from service.people.devices import hash_secret
from service.people.names import player_key
from service.people.player import PlayerUnknown
from service.people.quiet_hours import DAY
from service.people.scopes import Scope
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.scripts import Script
from service.redis.tracked_values import Remembered

SCOPED_PREFIX = "anas_"
"""The prefix of a token with scopes. Older releases know none of these and answer them 401."""
MOST_TOKENS = 50
MOST_DAYS = 366
NOTED_TOKENS = 10_000
"""The tokens whose last use a process remembers, some 2 MB."""

_ADD = Script.of("service.people", "add_scoped_token.lua")
_NOTE = Script.of("service.people", "note_scoped_token.lua")


class TooManyTokens(Exception):
    """The player has as many tokens as are allowed."""


class Grant(msgspec.Struct, frozen=True):
    """A token as stored: its name and scopes, its creation and its end."""

    name: str
    scopes: tuple[Scope, ...]
    created_at: str
    expires_at: str


class ScopedTokens:
    """Reads and writes the fields ``named:<hash>`` and ``used:<hash>`` in ``player:<id>``.

    ``named_under`` has the account's token as it was at the last of them. Every release writes a
    new account token, and so voids them all, even one that does not know them.

    A token names its player, so it needs no key of its own: one script on one key makes it, and
    it is deleted with the player, by older releases, too.
    """

    def __init__(self, client: Redis, kept: Remembered) -> None:
        """``kept`` remembers grants until their player's hash changes."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept
        self._noted: dict[str, str] = {}

    def make(
        self, player_id: str, name: str, scopes: tuple[Scope, ...], days: int
    ) -> tuple[AccessToken, str]:
        """Make a token, and return it with its secret, which is shown only this once.

        Raises TooManyTokens, PlayerUnknown.
        """
        token = f"{SCOPED_PREFIX}{player_id}_{secrets.token_urlsafe(32)}"
        token_hash, now = hash_secret(token), clock.now()
        end = moment(milliseconds(now) + days * DAY)
        grant = Grant(name, scopes, now, end)
        stored = msgspec.json.encode(grant)
        with translated_errors():
            key = player_key(player_id)
            made = _ADD.run(self._client, [key], token_hash, stored, now, MOST_TOKENS)
        if made is None:
            raise PlayerUnknown(player_id)
        if not made:
            raise TooManyTokens
        return _shown(token_hash, grant, None, ""), token

    def of(self, player_id: str, token: str) -> list[AccessToken]:
        """Return a player's tokens that have not ended, oldest first; ``token`` is the asker's."""
        now = clock.now()
        with translated_errors():
            fields = self._client.hgetall(player_key(player_id))
        if fields.get(b"token") != fields.get(b"named_under"):
            return []
        own = {name.decode(): value for name, value in fields.items()}
        shown = (
            _shown(each, _grant(own[f"named:{each}"]), own.get(f"used:{each}"), hash_secret(token))
            for each in _hashes(own)
        )
        return sorted((one for one in shown if one.expires_at > now), key=_age)

    def end(self, player_id: str, token_id: str) -> None:
        """Void a token at once. Raises UnknownName if the player has no such token."""
        key = player_key(player_id)
        with translated_errors():
            fields = [name.decode() for name in self._client.hkeys(key)]
            hashes = {_token_id(each): each for each in _hashes(fields)}
            if token_id not in hashes:
                raise UnknownName("token", token_id, sorted(hashes))
            token_hash = hashes[token_id]
            self._client.hdel(key, f"named:{token_hash}", f"used:{token_hash}")
        self._kept.forget(key)

    def player_of(self, token: str) -> tuple[str, frozenset[Scope]] | None:
        """Return a token's player and scopes, None if it is void or has ended; note its use."""
        player_id, _, _ = token.removeprefix(SCOPED_PREFIX).partition("_")
        token_hash = hash_secret(token)
        grant = self._kept.get(player_key(player_id), token_hash)
        grant = grant or self._read_grant(player_id, token_hash)
        if grant is None or grant.expires_at <= clock.now():
            return None
        self._note_used(player_id, token_hash)
        return player_id, frozenset(grant.scopes)

    def _read_grant(self, player_id: str, token_hash: str) -> Grant | None:
        key, changes = player_key(player_id), self._kept.changes()
        with translated_errors():
            fields = ("name", "token", "named_under", f"named:{token_hash}")
            name, account, under, stored = self._client.hmget(key, *fields)
        if name is None or stored is None or account != under:
            return None
        grant = _grant(stored)
        self._kept.put(key, grant, changes, part=token_hash)
        return grant

    def _note_used(self, player_id: str, token_hash: str) -> None:
        """Note the first use in an hour. Raises nothing if the store is unavailable."""
        # One call for each hour, process and token: a note makes every process read the token anew.
        now = clock.now()
        hour = now[:13]
        if self._noted.get(token_hash) == hour:
            return
        if len(self._noted) >= NOTED_TOKENS:
            self._noted.clear()
        self._noted[token_hash] = hour
        with suppress(StoreUnavailable), translated_errors():
            _NOTE.run(self._client, [player_key(player_id)], token_hash, now)


def _hashes(fields: Any) -> list[str]:
    return [name.removeprefix("named:") for name in fields if name.startswith("named:")]


def _grant(stored: bytes) -> Grant:
    return msgspec.json.decode(stored, type=Grant)


def _shown(token_hash: str, grant: Grant, used: bytes | None, current: str) -> AccessToken:
    return AccessToken(
        id=_token_id(token_hash),
        name=grant.name,
        scopes=list(grant.scopes),
        created_at=grant.created_at,
        expires_at=grant.expires_at,
        last_used=used.decode() if used else None,
        current=token_hash == current,
    )


def _age(token: AccessToken) -> tuple[str, str]:
    return token.created_at, token.id


def _token_id(token_hash: str) -> str:
    """Return a name for a token's hash, from which the hash cannot be computed."""
    return hashlib.sha256(b"anabasis token 1\n" + token_hash.encode()).hexdigest()[:16]
