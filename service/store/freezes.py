"""Games that the host has frozen: no process records moves, and the records stay as they are::

{s17}:closed       by game: since when (ms), and the host's reason; append.lua refuses its events
{s17}:reopened     by game: the latest times for which it was frozen,
                   a line "<from> <to>" each; clocks give them back
anabasis:closings  a number that grows whenever a game is frozen or unfrozen
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec import Struct
from redis import Redis

from service.redis.cluster import server_time_ms
from service.redis.error_translation import translated_errors
from service.redis.scripts import Argument, Keys, Script
from service.redis.shards import SHARDS, shard_of
from service.redis.tracked_values import LastKnown, Remembered

CHANGES_KEY = "anabasis:closings"
# Enough, as the host makes each by hand.
KEPT = 100
"""The most frozen times that are kept for a game."""

_FREEZE = Script.of("service.store", "freeze.lua")
_UNFREEZE = Script.of("service.store", "unfreeze.lua")

Time = tuple[int, int]
"""The beginning and the end of a time, in milliseconds since 1970."""


class Freeze(Struct, frozen=True):
    """A game is frozen: since when, in milliseconds since 1970, and why, in the host's words."""

    since: int
    reason: str


class GameFrozen(Exception):
    """The host has frozen the game: nothing was recorded."""

    def __init__(self, freeze: Freeze) -> None:
        self.freeze = freeze
        super().__init__(f"the host has closed the game: {freeze.reason}")


def frozen_key(shard: int) -> str:
    """Return the key of the hash of a shard's frozen games."""
    # In the slot of their records, so that the append script can check it and no move slips in.
    return f"{{s{shard:02}}}:closed"


def freeze_of(stored: bytes) -> Freeze:
    """Return a freeze from its stored form."""
    since, _, reason = stored.decode().partition(" ")
    return Freeze(int(since), reason)


class FrozenGames:
    """The frozen games of a store. All methods may raise StoreUnavailable."""

    def __init__(self, client: Redis, now: Callable[[], int] | None = None) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._now = now or partial(server_time_ms, client, CHANGES_KEY)

    def freeze(self, game_id: str, reason: str) -> None:
        """Freeze a game from now on, by the store's clock; a frozen one gets a new reason."""
        self._change(_FREEZE, [frozen_key(shard_of(game_id))], game_id, self._now(), reason)

    def unfreeze(self, game_id: str) -> None:
        """Unfreeze a game, and keep the time for which it was frozen; do nothing for any other."""
        shard = shard_of(game_id)
        keys = frozen_key(shard), _unfrozen_key(shard)
        self._change(_UNFREEZE, keys, game_id, self._now(), KEPT)

    def _change(self, script: Script, keys: Keys, *arguments: Argument) -> None:
        with translated_errors():
            script.run(self._client, keys, *arguments)
            self._client.incr(CHANGES_KEY)

    def find(self, game_id: str) -> Freeze | None:
        """Return the freeze of a game, None if it has none."""
        with translated_errors():
            stored = self._client.hget(frozen_key(shard_of(game_id)), game_id)
        return None if stored is None else freeze_of(stored)

    def times(self, game_id: str) -> list[Time]:
        """Return the times for which a game was frozen, in order.

        Clocks give this time back as they do after an outage.
        """
        # Kept beside the record, as freezing a game must not change it.
        with translated_errors():
            stored = self._client.hget(_unfrozen_key(shard_of(game_id)), game_id)
        return _times(stored)

    def all(self) -> "KnownFreezes":
        """Return all games that are or were frozen."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.hgetall(frozen_key(shard))
                pipeline.hgetall(_unfrozen_key(shard))
            replies = pipeline.execute()
        frozen = {
            game.decode(): freeze_of(of) for each in replies[::2] for game, of in each.items()
        }
        times = {game.decode(): _times(of) for each in replies[1::2] for game, of in each.items()}
        return KnownFreezes(frozen, times)


@dataclass(frozen=True, slots=True)
class KnownFreezes:
    """The frozen games, and by game the times for which it was frozen before."""

    frozen: Mapping[str, Freeze] = field(default_factory=dict)
    times: Mapping[str, Sequence[Time]] = field(default_factory=dict)


class Freezes:
    """The frozen games as a process knows them, kept up to date without asking at each request."""

    def __init__(self, client: Redis, kept: Remembered) -> None:
        self.stored = FrozenGames(client)
        self._kept = kept
        self._known = LastKnown(kept, CHANGES_KEY, self.stored.all, KnownFreezes())

    def freeze(self, game_id: str, reason: str) -> None:
        """Freeze a game, at once for this process, too."""
        self.stored.freeze(game_id, reason)
        self._kept.forget(CHANGES_KEY)

    def unfreeze(self, game_id: str) -> None:
        """Unfreeze a game, at once for this process, too."""
        self.stored.unfreeze(game_id)
        self._kept.forget(CHANGES_KEY)

    def known(self) -> KnownFreezes:
        """Return all games that are or were frozen."""
        return self._known.get()

    def of(self, game_id: str) -> Freeze | None:
        """Return the freeze of a game; None if it has none."""
        return self.known().frozen.get(game_id)

    def times(self, game_id: str) -> Sequence[Time]:
        """Return the times for which a game was frozen before, in order."""
        return self.known().times.get(game_id, ())

    def check(self, game_id: str) -> None:
        """Raise GameFrozen if the game is frozen."""
        if (freeze := self.of(game_id)) is not None:
            raise GameFrozen(freeze)


def _times(stored: bytes | None) -> list[Time]:
    pairs = (line.split() for line in (stored or b"").decode().splitlines())
    return [(int(start), int(end)) for start, end in pairs]


def _unfrozen_key(shard: int) -> str:
    return f"{{s{shard:02}}}:reopened"
