"""Trimming feeds: delete lines a day after every follower has passed them.

A follower that starts over later reads the games' newest summaries in place of the trimmed lines.
So only lines that are covered by summaries are trimmed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from domain.record.times import milliseconds
from projections.contract import parts_of, place_of
from service.heads.log import HeadLog
from service.machine import clock
from service.operations.archive.archivist import DAY_MS
from service.operations.archive.progress import followers
from service.readmodels.read_models import ReadModels
from service.redis.error_translation import translated_errors
from service.redis.shards import feed_key
from service.store.summaries import summary_keys

KEPT_MS = DAY_MS
"""Lines younger than this stay, for listeners that come back and for backups to continue from."""
# These take less than a millisecond of the server's time.
LINES = 2_000
"""Lines trimmed at once."""

Place = tuple[int, ...]


class Trimmer:
    """Trims the lines of a store's feeds that even the slowest follower has passed."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._models = list(followers(client).values())
        self._generations, self._heads = ReadModels(client).generations, HeadLog(client)

    def trim(
        self,
        shards: Collection[int],
        kept_ms: int = KEPT_MS,
        still: Callable[[], bool] = lambda: True,
    ) -> int:
        """Trim these shards' feeds; return the number of lines trimmed. Raises StoreUnavailable."""
        before = milliseconds(clock.now()) - kept_ms
        lines = 0
        for shard, place in self.bounds(shards).items():
            time, number = min(place, (before, 0))
            while still() and (trimmed := self._trim(shard, f"{max(time, 0)}-{number}")):
                lines += trimmed
        return lines

    def bounds(self, shards: Collection[int]) -> dict[int, Place]:
        """Return, by shard, the place of the first line that a follower needs.

        Shards are left out if a follower has not begun there, or a game may lack its newest
        summary.
        """
        needed = [model.checkpoints() for model in self._models]
        needed += [self._heads.checkpoints(), self._settled(shards)]
        rebuilt = self._rebuilt(shards)
        begun = [shard for shard in shards if all(shard in marks for marks in needed)]
        own = {shard: [*(marks[shard] for marks in needed), rebuilt.get(shard)] for shard in begun}
        return {shard: min(_places(filter(None, marks))) for shard, marks in own.items()}

    def _rebuilt(self, shards: Collection[int]) -> dict[int, str]:
        """Return the checkpoints of rebuilds that have begun to follow the feeds."""
        places = self._generations.places("shadow", shards)
        # A rebuild at its beginning reads summaries, so it needs no line.
        marks = ((shard, place.checkpoint) for shard, place in places.items())
        return {shard: mark for shard, mark in marks if mark is not None}

    def _settled(self, shards: Collection[int]) -> dict[int, str]:
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard in shards:
                pipeline.get(summary_keys(shard)[2])
            lines = zip(shards, pipeline.execute(), strict=True)
        return {shard: line.decode() for shard, line in lines if line}

    def _trim(self, shard: int, line: str) -> int:
        """Trim a feed's nodes before a line; return the number of lines trimmed."""
        with translated_errors():
            # Approximate: the server removes whole nodes. An exact trim would rewrite the last one.
            trimmed: int = self._client.xtrim(
                feed_key(shard), minid=line, approximate=True, limit=LINES
            )
        return trimmed


def _places(marks: Iterable[str]) -> Iterator[Place]:
    """Yield the places of the lines that the checkpoints name."""
    for mark in marks:
        yield from map(place_of, parts_of(mark))
