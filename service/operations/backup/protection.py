"""The protection of a backup's blocks: a checksum, or encryption by a passphrase.

A checksum detects accidents; only encryption detects a forger.
"""

import secrets
from hashlib import blake2b, scrypt
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec.structs import replace

from service.operations.backup.errors import BackupBroken, BackupFailed
from service.operations.backup.form import TAG, Encryption

N, R, P = 1 << 17, 8, 1
# A forged header could ask for all the memory; no release has asked for more than 128 MB.
MOST_N, MOST_R, MOST_P = 1 << 17, 8, 4
"""The most that a header may ask for to derive a key."""
MOST_MEMORY = 160 << 20
CHECK = (1 << 64) - 1
"""A block number that no file uses: the tag of an empty block with it checks the passphrase."""


class Protection(Protocol):
    """Adds a tag to a block's payload; gives the payload back if it is unchanged."""

    def protect(self, payload: bytes, number: int, about: bytes) -> bytes:
        """Return the payload with its tag, which also covers ``about`` (not written itself)."""

    def recover(self, written: bytes, number: int, about: bytes) -> bytes | None:
        """Return the payload, None if it was changed or moved."""


class Checksum:
    """Detects accidental changes."""

    def protect(self, payload: bytes, number: int, about: bytes) -> bytes:
        """Return the payload and its checksum."""
        return payload + _checksum(payload, number, about)

    def recover(self, written: bytes, number: int, about: bytes) -> bytes | None:
        """Return the payload, None if its checksum differs."""
        payload, tag = written[:-TAG], written[-TAG:]
        return payload if tag == _checksum(payload, number, about) else None


class Cipher:
    """Encrypts the payload, and detects any change."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)

    def protect(self, payload: bytes, number: int, about: bytes) -> bytes:
        """Return the payload encrypted, with its tag."""
        return self._cipher.encrypt(_nonce(number), payload, about)

    def recover(self, written: bytes, number: int, about: bytes) -> bytes | None:
        """Return the payload, None if it was changed."""
        try:
            return self._cipher.decrypt(_nonce(number), written, about)
        except InvalidTag:
            return None


def new_encryption(passphrase: str, n: int = N) -> Encryption:
    """Return the encryption of a new file."""
    encryption = Encryption(secrets.token_hex(16), n, R, P, "")
    check = Cipher(_key(encryption, passphrase)).protect(b"", CHECK, b"")
    return replace(encryption, check=check.hex())


def refuse_unencrypted(encryption: Encryption | None, path: Path) -> None:
    """Raise BackupFailed for a file without encryption, which anybody may have written."""
    if encryption is None:
        raise BackupFailed(
            f"{path} is not encrypted, though a passphrase is set: anybody may have written it. "
            "Add --unencrypted if you trust it."
        )


def protection_of(encryption: Encryption | None, passphrase: str | None, path: Path) -> Protection:
    """Return a file's protection. Raises BackupFailed if the passphrase is missing or wrong."""
    if encryption is None:
        return Checksum()
    if not passphrase:
        raise BackupFailed(
            f"{path} is encrypted: set ANABASIS_BACKUP_PASSPHRASE, or name a file by "
            "--passphrase-file."
        )
    try:
        _refuse_endless(encryption, path)
        cipher, check = Cipher(_key(encryption, passphrase)), bytes.fromhex(encryption.check)
    except ValueError as error:
        raise BackupBroken(f"{path}: the header is not as it was written ({error}).") from error
    if cipher.recover(check, CHECK, b"") is None:
        raise BackupFailed(f"The passphrase is not the one that {path} was encrypted with.")
    return cipher


def _refuse_endless(encryption: Encryption, path: Path) -> None:
    work = zip((encryption.n, encryption.r, encryption.p), (MOST_N, MOST_R, MOST_P), strict=True)
    if not all(0 < each <= most for each, most in work):
        raise BackupBroken(f"{path}: the header asks for more work than a passphrase needs.")


def _key(encryption: Encryption, passphrase: str) -> bytes:
    numbers = {"n": encryption.n, "r": encryption.r, "p": encryption.p, "maxmem": MOST_MEMORY}
    return scrypt(passphrase.encode(), salt=bytes.fromhex(encryption.salt), dklen=32, **numbers)


def _nonce(number: int) -> bytes:
    # The block's number can be the nonce, as each file has its own salt, and so its own key.
    return number.to_bytes(12, "big")


def _checksum(payload: bytes, number: int, about: bytes) -> bytes:
    digest = blake2b(payload, digest_size=TAG, key=blake2b(about, digest_size=32).digest())
    digest.update(number.to_bytes(8, "big"))
    return digest.digest()
