"""Devices: the tokens of a player's account, with names and the days of their last use."""

import hashlib
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from redis import Redis

from domain.errors import UnknownName
from domain.record.times import milliseconds
from service.machine import clock
from service.people.answers import Device
from service.people.names import player_key
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.scripts import Script
from service.redis.tracked_values import Remembered

TOKEN_PREFIX = "ana_"
API_TOKEN, TRANSFER, UNNAMED = "api_token", "transfer", ""
"""Names that have a text in each language; a program that is no known browser is unnamed."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
"""Marks in a User-Agent; the first one found counts, as browsers also name their predecessors."""

TRANSFER_SECONDS = 600
TOKENS_KEPT = 10_000
"""The tokens whose last use a process remembers, some 2 MB."""

END_SESSION = Script.of("service.people", "end_session.lua")
_NOTE = Script.of("service.people", "note_device.lua")


def new_token() -> str:
    """Return a token that nobody has."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def hash_secret(token: str) -> str:
    """Return the hash by which the store knows a token (SHA-256, hex)."""
    return hashlib.sha256(token.encode()).hexdigest()


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device as stored when its token is created.

    ``signed_in`` if its owner was asked for more than another token of the account.
    """

    name: str
    since: str
    signed_in: bool = False


def device_name(user_agent: str) -> str:
    """Return a device's name such as ``Firefox, Android``; empty if it is no known browser."""
    browser, system = _first(BROWSERS, user_agent), _first(SYSTEMS, user_agent)
    return ", ".join(filter(None, (browser, system))) if browser else UNNAMED


def _first(marks: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in marks if mark in user_agent), "")


def new_device(name: str, *, signed_in: bool = False) -> bytes:
    """Return the stored form of a device whose token is created now."""
    return msgspec.json.encode(Made(name, clock.now(), signed_in))


class DeviceTokens:
    """Reads and ends the tokens in ``player:<id>``: ``token`` is the first, ``sessions`` the rest.

    Fields ``device:<hash>`` and ``seen:<hash>`` describe each; older tokens have none. They are in
    the player's own hash, so that one script on one key keeps them in step with the tokens, and
    they are deleted with the player.
    """

    def __init__(self, client: Redis, kept: Remembered) -> None:
        """``kept`` are the remembered tokens; those that become void are forgotten."""
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept
        self._noted: dict[str, str] = {}

    def of(self, player_id: str, token: str) -> list[Device]:
        """Return the devices of a player, the latest last; ``token`` is the asker's.

        Some names are codes, to be shown in words: ``API_TOKEN`` and ``TRANSFER``.
        """
        with translated_errors():
            fields = self._client.hgetall(player_key(player_id))
            good = self._good(_hashes(fields))
        devices = (_device(fields, each, hash_secret(token)) for each in good)
        return [device for device in devices if not _is_lost(device)]

    def sign_out(self, player_id: str, device_id: str) -> None:
        """Void a device's token. Raises UnknownName if there is no such device."""
        hashes = {_device_id(each): each for each in self._tokens(player_id)}
        if device_id not in hashes:
            raise UnknownName("device", device_id, sorted(hashes))
        self._void(player_id, hashes[device_id])

    def sign_out_others(self, player_id: str, token: str) -> None:
        """Void all tokens of a player but this one."""
        for each in self._tokens(player_id):
            if each != hash_secret(token):
                self._void(player_id, each)

    def describe(self, player_id: str, token: str, name: str) -> None:
        """Name a token's device, whose use begins now."""
        token_hash = hash_secret(token)
        with translated_errors():
            before = self._made(player_id, token_hash)
            made = new_device(name, signed_in=before is not None and before.signed_in)
            self._note(player_id, token_hash, "device", made)

    def signed_in_at(self, player_id: str, token: str) -> int | None:
        """Return the time (ms) of the sign-in that made a token.

        None for a token that was made with another one, or by an older release.
        """
        with translated_errors():
            made = self._made(player_id, hash_secret(token))
        return milliseconds(made.since) if made and made.signed_in else None

    def _made(self, player_id: str, token_hash: str) -> Made | None:
        stored = self._client.hget(player_key(player_id), f"device:{token_hash}")
        return msgspec.json.decode(stored, type=Made) if stored else None

    def note_seen(self, player_id: str, token_hash: str) -> None:
        """Note that a token was used today. Raises nothing if the store is unavailable."""
        # One call for each day, process and token, not for each move. While the store is read-only,
        # the request may still be answered.
        day = clock.now()[:10]
        if self._noted.get(token_hash) == day:
            return
        if len(self._noted) >= TOKENS_KEPT:
            self._noted.clear()
        self._noted[token_hash] = day
        with suppress(StoreUnavailable), translated_errors():
            self._note(player_id, token_hash, "seen", day.encode())

    def _note(self, player_id: str, token_hash: str, what: str, value: bytes) -> None:
        _NOTE.run(self._client, [player_key(player_id)], token_hash, what, value)

    def _tokens(self, player_id: str) -> list[str]:
        with translated_errors():
            token, sessions = self._client.hmget(player_key(player_id), "token", "sessions")
        return _hashes({b"token": token or b"", b"sessions": sessions or b""})

    def _good(self, hashes: list[str]) -> list[str]:
        """Return the hashes of valid tokens, as a crash may leave one that is void."""
        pipeline = self._client.pipeline(transaction=False)
        for each in hashes:
            pipeline.exists(f"token:{each}")
        return [each for each, there in zip(hashes, pipeline.execute(), strict=True) if there]

    def _void(self, player_id: str, token_hash: str) -> None:
        with translated_errors():
            self._client.delete(f"token:{token_hash}")
            self._kept.forget(f"token:{token_hash}")
            END_SESSION.run(self._client, [player_key(player_id)], token_hash)


def _hashes(fields: dict[bytes, bytes]) -> list[str]:
    tokens = fields.get(b"token", b"") + b" " + fields.get(b"sessions", b"")
    return tokens.decode().split()


def _device(fields: dict[bytes, bytes], token_hash: str, current: str) -> Device:
    stored = fields.get(f"device:{token_hash}".encode())
    made = msgspec.json.decode(stored, type=Made) if stored else None
    seen = fields.get(f"seen:{token_hash}".encode())
    return Device(
        id=_device_id(token_hash),
        name=(made and made.name) or None,
        since=made.since if made else None,
        last_seen=seen.decode() if seen else None,
        current=token_hash == current,
    )


def _is_lost(device: Device) -> bool:
    """True for the token of a transfer code that was not used in time: nobody can read it now."""
    if device.name != TRANSFER or device.since is None:
        return False
    return milliseconds(clock.now()) - milliseconds(device.since) > TRANSFER_SECONDS * 1000


def _device_id(token_hash: str) -> str:
    """Return a name for a token's hash, from which the hash cannot be computed."""
    return hashlib.sha256(b"anabasis device 1\n" + token_hash.encode()).hexdigest()[:16]
