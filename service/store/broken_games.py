"""Games whose records the verifier found broken, for all processes::

    {s17}:broken        where and why each game's record breaks: append.lua refuses to add to it
    {s17}:disputed      why an audit refuses each game's record, although it is whole
    {s17}:verify        how far the walk through the shard's games has come
    anabasis:broken     a number that grows whenever a game is added to these or taken out

The server notifies web processes of a new number (see ``Remembered``), and only then do they read
the games: a move or a view reads nothing.
"""

from collections.abc import Callable, Collection, Mapping
from heapq import nsmallest
from itertools import chain
from typing import Any

import msgspec
from msgspec import Struct
from redis import Redis

from projections.record_fault import RecordFault
from service.redis.error_translation import translated_errors
from service.redis.shards import SHARDS, imported_key, shard_of
from service.redis.tracked_values import LastKnown, Remembered
from service.store.summaries import changed_key

CHANGES_KEY = "anabasis:broken"
MOST = 200
"""The most games marked in a shard; further ones are named only in the log."""
PAGE = 1_000


class Mark(Struct, frozen=True, omit_defaults=True):
    """The first version of a record that is not sound, and why.

    A ``disputed`` record is whole, but this release's rules refuse it: it is only reported.
    """

    version: int
    reason: str
    listed: bool = False
    disputed: bool = False


class ShardWalk(Struct, frozen=True):
    """A walk through a shard's games by their ids: when it began (ms), and how far it has come.

    ``games`` and ``events`` are the numbers verified so far; ``whole`` is the time (ms) at which
    the previous walk had verified all games, 0 if there was none.
    """

    began: int = 0
    after: str = ""
    games: int = 0
    events: int = 0
    whole: int = 0


_mark = msgspec.json.Decoder(Mark)
_walk = msgspec.json.Decoder(ShardWalk)


def broken_key(shard: int) -> str:
    """Return the hash of a shard's broken games."""
    return f"{{s{shard:02}}}:broken"


def _disputed_key(shard: int) -> str:
    return f"{{s{shard:02}}}:disputed"


def _walk_key(shard: int) -> str:
    return f"{{s{shard:02}}}:verify"


class BrokenRecords:
    """The marked games of a store, and the walks that find them. All may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def mark(self, game_id: str, mark: Mark) -> bool:
        """Mark a game; False if its shard has too many marked ones."""
        shard = shard_of(game_id)
        keys = _disputed_key(shard), broken_key(shard)
        own, other = keys if mark.disputed else reversed(keys)
        with translated_errors():
            if self._client.hlen(own) >= MOST and not self._client.hexists(own, game_id):
                return False
            self._client.hset(own, game_id, msgspec.json.encode(mark))
            self._client.hdel(other, game_id)
            self._client.incr(CHANGES_KEY)
        return True

    def unmark(self, game_id: str) -> None:
        """Reopen a game whose record is sound."""
        shard = shard_of(game_id)
        with translated_errors():
            self._client.hdel(broken_key(shard), game_id)
            self._client.hdel(_disputed_key(shard), game_id)
            self._client.incr(CHANGES_KEY)

    def tell_again(self) -> None:
        """Have all processes read the games again: a worker may have died before notifying them."""
        with translated_errors():
            self._client.incr(CHANGES_KEY)

    def marks(self, shards: Collection[int] = range(SHARDS)) -> dict[str, Mark]:
        """Return the marked games of these shards."""
        replies = self._of(shards, _ask_marks)
        return {
            game.decode(): _mark.decode(mark) for games in replies for game, mark in games.items()
        }

    def walks(self, shards: Collection[int] = range(SHARDS)) -> dict[int, tuple[ShardWalk, int]]:
        """Return each shard's walk and number of games, imported ones included."""
        replies = self._of(shards, _ask_walk)
        each = zip(shards, replies[::3], replies[1::3], replies[2::3], strict=True)
        return {
            shard: (_walk.decode(walk) if walk else ShardWalk(), own + imported)
            for shard, walk, own, imported in each
        }

    def _of(self, shards: Collection[int], ask: Callable[[Any, int], object]) -> list[Any]:
        """Return each shard's replies to what ``ask`` asks, in one trip."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard in shards:
                ask(pipeline, shard)
            return list(pipeline.execute())

    def keep_walk(self, shard: int, walk: ShardWalk) -> None:
        """Store the progress of a walk, for the worker that continues it."""
        with translated_errors():
            self._client.set(_walk_key(shard), msgspec.json.encode(walk))

    def games(self, shard: int, after: str, most: int) -> list[str]:
        """Return the next games of a shard past an id, in order, imported ones among them."""
        with translated_errors():
            # The whole shard is read, as the set is in order of time, but a walk goes by ids; one
            # reading serves the walk for 200 games.
            own = self._client.zscan_iter(changed_key(shard), count=PAGE)
            imported = self._client.sscan_iter(imported_key(shard), count=PAGE)
            games = {game.decode() for game in chain((game for game, _ in own), imported)}
        return nsmallest(most, (game for game in games if game > after))


def _ask_marks(pipeline: Any, shard: int) -> None:
    pipeline.hgetall(_disputed_key(shard))
    pipeline.hgetall(broken_key(shard))


def _ask_walk(pipeline: Any, shard: int) -> None:
    pipeline.get(_walk_key(shard))
    pipeline.zcard(changed_key(shard))
    pipeline.scard(imported_key(shard))


class Breaks:
    """The marked games as a process knows them, kept up to date without asking the store."""

    def __init__(self, client: Redis, kept: Remembered) -> None:
        self._marks: LastKnown[Mapping[str, Mark]] = LastKnown(
            kept, CHANGES_KEY, BrokenRecords(client).marks, {}
        )

    def of(self, game_id: str) -> RecordFault | None:
        """Return where and why a game's record breaks; None if no break is known."""
        mark = self.marks().get(game_id)
        return None if mark is None or mark.disputed else RecordFault(mark.version, mark.reason)

    def marks(self) -> Mapping[str, Mark]:
        """Return all marked games; while the store is away, those last known."""
        return self._marks.get()
