"""Tokens, players and addresses, and their names in the store: secrets by their hashes alone."""

import hashlib
import secrets

TOKEN_PREFIX = "ana_"


def new_token() -> str:
    """Return a token that nobody has."""
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return the hash that the store knows a token by (SHA-256, hex)."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_key(token: str) -> str:
    """Return the key that finds a token's player."""
    return hash_key(hashed(token))


def hash_key(token_hash: str) -> str:
    """Return the key that finds the player of a token with this hash."""
    return f"token:{token_hash}"


def player_key(player_id: str) -> str:
    """Return the key of a player's hash."""
    return f"player:{player_id}"


def address_hash(address: str) -> str:
    """Return the hash by which the players of an e-mail address are found."""
    return hashed(address.strip().lower())
