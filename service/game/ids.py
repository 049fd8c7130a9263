"""Ids of new games: random, or derived from an idempotency key."""

import hashlib
import secrets

import msgspec


def new_game_id() -> str:
    """Return a game id that nobody can guess: 16 letters, 79 random bits."""
    return _short(secrets.token_bytes(16))


def game_id_of(scope: str, key: str) -> str:
    """Return the game id of a creation with an idempotency key, the same for the same key."""
    return _short(msgspec.json.encode([scope, key]))


def _short(material: bytes) -> str:
    digest = hashlib.sha256(material).digest()
    # Without i, l, o, 0 and 1, which people mistake for one another.
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    number = int.from_bytes(digest[:12], "big")
    letters = []
    for _ in range(16):
        number, rest = divmod(number, len(alphabet))
        letters.append(alphabet[rest])
    return "".join(letters)
