"""Models whose lists lie in other slots than the games, kept up to date from the feeds.

What is kept of the games themselves lies beside their feed::

    {s17}:<name>:checkpoint   the last line of the feed that was followed: id and hash
    {s17}:<name>:games        by game its version, that event's hash, and its places, one a line:
                              the sort key and the list's name

No script can write to both slots. So new places are carried out before the checkpoint moves, and
old ones are removed after that. A worker that dies in between leaves its step to the next one,
which repeats it: what it does has to be harmless when repeated.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from redis import Redis

from projections.contract import BEGINNING, Batch, Change, LastEvent, Projection
from projections.record_fault import RecordFault
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script, ScriptCall, run_all
from service.redis.shards import SHARDS

_FOLLOWED = Script.of("service.readmodels", "followed.lua")


@dataclass(frozen=True, slots=True)
class FollowedGame:
    """The last event of a game that was followed, and its sort keys by the names of its lists."""

    last_event: LastEvent = (0, "")
    sort_keys: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FollowedBatch:
    """A batch, and its new changes, each with the ``FollowedGame`` of its game."""

    batch: Batch
    news: Sequence[tuple[Change, FollowedGame]]


class FeedFollower:
    """A model that a runner keeps up to date; subclasses carry out its steps.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, client: Redis, name: str, place: Projection) -> None:
        self.client: Any = client  # redis-py does not type bytes answers
        self._name, self._place = name, place

    @property
    def place(self) -> Projection:
        """The function that names a game's places."""
        return self._place

    def begin(self, steps: Sequence[FollowedBatch]) -> None:
        """Carry out the new places of games; it may be repeated."""

    def end(self, steps: Sequence[FollowedBatch]) -> None:
        """Remove the places that games have left, once their checkpoint has moved."""

    def remembered(self, change: Change) -> Mapping[str, int]:
        """Return the places of a game that are remembered for its next change."""
        return change.placement.sort_keys

    def checkpoints(self) -> dict[int, str]:
        """Return the checkpoints; a shard without one is at the beginning."""
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.get(self._checkpoint(shard))
            marks = pipeline.execute()
        return {shard: mark.decode() for shard, mark in enumerate(marks) if mark}

    def last_events(self, shards: Collection[int]) -> dict[int, dict[str, LastEvent]]:
        """Return the games followed, by shard, each with the last event applied."""
        with translated_errors():
            return {shard: dict(self._last_events(shard)) for shard in shards}

    def _last_events(self, shard: int) -> Iterator[tuple[str, LastEvent]]:
        for game, lines in self.client.hscan_iter(self._games(shard), count=500):
            yield game.decode(), _read(lines).last_event

    def breaks(self, shards: Collection[int]) -> dict[int, dict[str, RecordFault]]:
        """Return no games: a broken game keeps the places of its last sound event."""
        del shards
        return {}

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch whose checkpoint is the present one, and move it; True for each applied.

        All of it takes a few round trips.
        """
        steps = [step for step in self._steps(batches) if step is not None]
        self.begin(steps)
        with translated_errors():
            moved = run_all(self.client, [self._call(step) for step in steps])
        done = [step for step, answer in zip(steps, moved, strict=True) if answer == 1]
        self.end(done)
        shards = {step.batch.shard for step in done}
        return [batch.shard in shards for batch in batches]

    def followed(self, shard: int, game_id: str) -> FollowedGame:
        """Return what is remembered of a game."""
        with translated_errors():
            lines: bytes | None = self.client.hget(self._games(shard), game_id)
        return _read(lines)

    def _steps(self, batches: Sequence[Batch]) -> Iterator[FollowedBatch | None]:
        """Yield the step over each batch, None for one that begins at another checkpoint."""
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for batch in batches:
                pipeline.get(self._checkpoint(batch.shard))
                # The empty id belongs to no game: the server refuses a look-up without fields.
                games = ["", *(change.game_id for change in batch.changes)]
                pipeline.hmget(self._games(batch.shard), games)
            replies = pipeline.execute()
        for batch, mark, (_, *lines) in zip(batches, replies[::2], replies[1::2], strict=True):
            is_next = (mark.decode() if mark else BEGINNING) == batch.after
            yield _step(batch, list(map(_read, lines))) if is_next else None

    def _call(self, step: FollowedBatch) -> ScriptCall:
        batch = step.batch
        keys = self._checkpoint(batch.shard), self._games(batch.shard)
        lines = (part for change, _ in step.news for part in (change.game_id, self._lines(change)))
        return ScriptCall(_FOLLOWED, keys, [batch.after, batch.upto, *lines])

    def _lines(self, change: Change) -> str:
        if not change.version:
            return ""
        places = (f"\n{at} {name}" for name, at in self.remembered(change).items())
        return f"{change.version} {change.hash}{''.join(places)}"

    def _checkpoint(self, shard: int) -> str:
        return f"{{s{shard:02}}}:{self._name}:checkpoint"

    def _games(self, shard: int) -> str:
        return f"{{s{shard:02}}}:{self._name}:games"


def _step(batch: Batch, known: Sequence[FollowedGame]) -> FollowedBatch:
    each = zip(batch.changes, known, strict=True)
    news = [
        (change, old) for change, old in each if batch.restores or _is_news(change, old.last_event)
    ]
    return FollowedBatch(batch, news)


def _is_news(change: Change, last: LastEvent) -> bool:
    is_other = change.version == last[0] and change.hash != last[1]
    return change.version > last[0] or is_other


def _read(lines: bytes | None) -> FollowedGame:
    if lines is None:
        return FollowedGame()
    first, *places = lines.decode().split("\n")
    version, _, hash_ = first.partition(" ")
    each = (place.split(" ", 1) for place in places)
    return FollowedGame((int(version), hash_), {name: int(at) for at, name in each})
