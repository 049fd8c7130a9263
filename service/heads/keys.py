"""The server's signing keys (Ed25519): the present one signs, all public ones stay published.

They are in one list of the store, ``{heads}:keys``, the present one last, so that all processes use
the same one and backups hold them. At a rotation the old key signs the new one, and its private
half is deleted.
"""

import hashlib
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from service.machine import clock
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

FRESH_SECONDS = 2.0
_KEYS = "{heads}:keys"
_PUSH = Script.of("service.heads", "push_key.lua")


class StoredKey(Struct, frozen=True):
    """A stored key; the present one has its private half (hex).

    ``endorsement`` is the previous key's signature of this one.
    """

    public_key: str
    since: str
    private: str | UnsetType = UNSET
    endorsement: str | UnsetType = UNSET

    @property
    def key_id(self) -> str:
        """The first 16 hex digits of the public key's SHA-256."""
        return hashlib.sha256(bytes.fromhex(self.public_key)).hexdigest()[:16]

    @property
    def text(self) -> bytes:
        """The text that the previous key signs."""
        return f"anabasis key 1\n{self.public_key}\n".encode()


class SigningKeys:
    """The keys in a store, read again every few seconds; the first reader creates one."""

    def __init__(self, client: Any, clock: Callable[[], float] = monotonic) -> None:
        self._client = client
        self._clock = clock
        self._due = 0.0
        self._keys: tuple[StoredKey, ...] = ()

    def published(self) -> tuple[StoredKey, ...]:
        """Return all keys without private halves, oldest first. Raises StoreUnavailable."""
        return tuple(replace(key, private=UNSET) for key in self._known())

    def sign(self, text: bytes) -> tuple[StoredKey, bytes]:
        """Return the present key, without its private half, and its signature of a text.

        Raises StoreUnavailable.
        """
        key = self._known()[-1]
        return replace(key, private=UNSET), _signature(key, text)

    def rotate(self, present: str | None = None) -> StoredKey:
        """Make a new key the present one, and delete the private half of the old one.

        If ``present`` is given, do so only while that is the present key's id, so that a repetition
        is safe.
        """
        self._known()
        keys = self._read()
        if present in (None, keys[-1].key_id):
            self._push(len(keys), keys[-1])
        self._due = 0.0
        return self.published()[-1]

    def _known(self) -> tuple[StoredKey, ...]:
        now = self._clock()
        if not self._keys or now >= self._due:
            if not (keys := self._read()):
                self._push(0, None)
                keys = self._read()
            self._keys, self._due = keys, now + FRESH_SECONDS
        return self._keys

    def _read(self) -> tuple[StoredKey, ...]:
        with translated_errors():
            entries = self._client.lrange(_KEYS, 0, -1)
        return tuple(msgspec.json.decode(entry, type=StoredKey) for entry in entries)

    def _push(self, known: int, before: StoredKey | None) -> None:
        """Add a new key after ``known`` ones, unless another process already has."""
        private = secrets.token_bytes(32)
        public = Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()
        key, retired = StoredKey(public.hex(), clock.now(), private.hex()), b""
        if before is not None:
            key = replace(key, endorsement=_signature(before, key.text).hex())
            retired = msgspec.json.encode(replace(before, private=UNSET))
        with translated_errors():
            _PUSH.run(self._client, [_KEYS], known, msgspec.json.encode(key), retired)


def _signature(key: StoredKey, text: bytes) -> bytes:
    assert isinstance(key.private, str)
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key.private)).sign(text)
