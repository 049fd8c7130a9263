"""Ids of new games: random, or derived from an idempotency key."""

import hashlib
import secrets

import msgspec

# Without i, l, o, 0 and 1, which people mistake for one another.
ALPHABET, LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 16


def is_game_id(text: str) -> bool:
    """True if a text has the form of a game's id."""
    return len(text) == LENGTH and set(text) <= set(ALPHABET)


def new_game_id() -> str:
    """Return a game id that nobody can guess: 16 letters, 79 random bits."""
    return _short(secrets.token_bytes(16))


def game_id_of(scope: str, key: str) -> str:
    """Return the game id of a creation with an idempotency key, the same for the same key."""
    return _short(msgspec.json.encode([scope, key]))


def _short(material: bytes) -> str:
    digest = hashlib.sha256(material).digest()
    number = int.from_bytes(digest[:12], "big")
    letters = []
    for _ in range(LENGTH):
        number, rest = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[rest])
    return "".join(letters)
