"""The tokens of a player's account: the first one, and one for each further session."""

import hashlib
import secrets
from typing import Any

from redis import Redis

from service.people.devices import (
    API_TOKEN,
    END_SESSION,
    TRANSFER,
    TRANSFER_SECONDS,
    UNNAMED,
    hash_secret,
    new_device,
    new_token,
)
from service.people.names import player_key
from service.people.player import PlayerUnknown
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.tracked_values import Remembered

REPLACE_TOKEN = Script.of("service.people", "replace_token.lua")
_ADD_SESSION = Script.of("service.people", "add_session.lua")


def token_key(token: str) -> str:
    """Return the key that names a token's player."""
    return hash_key(hash_secret(token))


def hash_key(token_hash: str) -> str:
    """Return the key that names the player of a token with this hash."""
    return f"token:{token_hash}"


class Sessions:
    """``token:<sha256>`` holds the id of a token's player; ``player:<id>`` lists the hashes.

    The process that voids a token refuses it at once; others do so as soon as they are notified
    (see ``Remembered``).
    """

    def __init__(self, client: Redis, kept: Remembered) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._kept = kept

    def open_first(
        self, player_id: str, device: str, token: str | None = None
    ) -> tuple[str, dict[str, bytes | str]]:
        """Write the first token of a new player; return it, and the fields that list it."""
        token = token or new_token()
        with translated_errors():
            self._client.set(token_key(token), player_id)
        return token, {
            "token": hash_secret(token),
            f"device:{hash_secret(token)}": new_device(device, signed_in=True),
        }

    def id_of_token(self, token: str) -> str | None:
        """Return the id of a token's player, None if the token is void."""
        return self.id_of_hash(hash_secret(token))

    def id_of_hash(self, token_hash: str) -> str | None:
        """Return the id of the player whose token has this hash, None if it is void."""
        key = hash_key(token_hash)
        known: str | None = self._kept.get(key)
        return known or self._read_id(key)

    def _read_id(self, key: str) -> str | None:
        changes = self._kept.changes()
        with translated_errors():
            stored = self._client.get(key)
        if stored is None:
            return None
        player_id: str = stored.decode()
        self._kept.put(key, player_id, changes)
        return player_id

    def replace(self, player_id: str) -> str:
        """Replace a player's token, and void all older ones, scoped ones included.

        Raises PlayerUnknown.

        Safe to repeat after a StoreUnavailable, with any token that is still valid.
        """
        token, key = new_token(), player_key(player_id)
        with translated_errors():
            self._client.set(token_key(token), player_id)
            void = REPLACE_TOKEN.run(self._client, [key], hash_secret(token), new_device(API_TOKEN))
            if void is None:
                # The key just made above: its name is a hash of 32 random bytes.
                self._client.delete(token_key(token))
                raise PlayerUnknown(player_id)
            self.void(void)
        self._kept.forget(key)  # where scoped tokens are remembered
        return token

    def open(self, player_id: str, device: str = UNNAMED, *, signed_in: bool = False) -> str:
        """Return a token for one more session, which can be ended alone. Raises PlayerUnknown.

        ``signed_in`` if the player was asked for more than another token.
        """
        token = new_token()
        with translated_errors():
            self._client.set(token_key(token), player_id)
            key, about = player_key(player_id), new_device(device, signed_in=signed_in)
            gone = _ADD_SESSION.run(self._client, [key], hash_secret(token), about)
            if gone is None:
                self._client.delete(token_key(token))
                raise PlayerUnknown(player_id)
            self.void(gone)
        return token

    def end(self, token: str) -> None:
        """Void a session's token; its player's other tokens stay valid."""
        player_id = self.id_of_token(token)
        self.void(hash_secret(token).encode())
        with translated_errors():
            if player_id is not None:
                END_SESSION.run(self._client, [player_key(player_id)], hash_secret(token))

    def transfer_code(self, player_id: str, *, signed_in: bool = False) -> str:
        """Return a code that opens one more session within ten minutes. Raises PlayerUnknown.

        ``signed_in`` if the host makes it: a code that a session makes proves no more than that.
        """
        # The session's token is stored masked: nobody can read it without the code.
        code, token = secrets.token_urlsafe(32), self.open(player_id, TRANSFER, signed_in=signed_in)
        with translated_errors():
            self._client.set(
                _transfer_key(code), _masked(token.encode(), code), ex=TRANSFER_SECONDS
            )
        return code

    def redeem(self, code: str) -> str | None:
        """Return the token of a transfer code, None if it was used or is too old."""
        with translated_errors():
            masked = self._client.getdel(_transfer_key(code))
        return None if masked is None else _masked(masked, code).decode()

    def void(self, hashes: bytes) -> None:
        """Void the tokens with these hashes, which are separated by blanks."""
        for each in hashes.decode().split():
            # Only under `token:`, even if the player's hash holds other names.
            with translated_errors():
                self._client.delete(f"token:{each}")
            self._kept.forget(f"token:{each}")


def _transfer_key(code: str) -> str:
    return f"transfer:{hash_secret(code)}"


def _masked(text: bytes, code: str) -> bytes:
    """Mask a text of at most 64 bytes by a pad computed from the code, or unmask it."""
    pad = hashlib.sha512(b"anabasis transfer 1\n" + code.encode()).digest()
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))
