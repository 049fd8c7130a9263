"""Feeds: a player's games for feed readers and calendars, at addresses only the player knows."""

import secrets
from typing import Any

from redis import Redis

from service.people.devices import hash_secret
from service.people.names import player_key
from service.people.player import PlayerUnknown
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

FIELD = "feed"
"""The field of a player that holds their secret's hash; deleting the player deletes it."""

_NEW = Script.of("service.notices", "new_feed.lua")


class FeedUnknown(LookupError):
    """No feed has this address, or the address was replaced."""


class FeedAddresses:
    """The players' secret addresses: ``feed:<sha256>`` names the player, whose FIELD is that hash.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def create(self, player_id: str) -> str:
        """Return a new secret for a player's feeds, and void the old one. Raises PlayerUnknown."""
        secret = secrets.token_urlsafe(32)
        with translated_errors():
            self._client.set(_key(hash_secret(secret)), player_id)
            old = _NEW.run(self._client, [player_key(player_id)], FIELD, hash_secret(secret))
            if old is None:
                self._client.delete(_key(hash_secret(secret)))
                raise PlayerUnknown(player_id)
            self._client.delete(_key(old.decode()))
        return secret

    def player_of(self, secret: str) -> str:
        """Return the player whose feeds have this secret. Raises FeedUnknown."""
        digest = hash_secret(secret)
        with translated_errors():
            owner = self._client.get(_key(digest))
            # The player's own field decides, so that one write voids a secret, even if its key
            # outlives it.
            if owner is None or self._present(owner.decode()) != digest:
                raise FeedUnknown
        return str(owner.decode())

    def exists(self, player_id: str) -> bool:
        """True if the player has feeds."""
        with translated_errors():
            return bool(self._present(player_id))

    def forget(self, player_id: str) -> None:
        """Void the player's secret."""
        with translated_errors():
            digest = self._present(player_id)
            self._client.hdel(player_key(player_id), FIELD)
            self._client.delete(_key(digest))

    def _present(self, player_id: str) -> str:
        return (self._client.hget(player_key(player_id), FIELD) or b"").decode()


def _key(digest: str) -> str:
    return f"feed:{digest}"
