"""The pending notices, kept up to date from the feeds like a read model.

The notices that a game calls for follow from its record alone, so a worker that lags, dies or is
rolled back needs no memory of its own.

They are in the slices' pending sets, by player; the checkpoint and the games of a shard are beside
its feed, in another slot::

    {s17}:notices:checkpoint   the last line of the feed that was followed: id and hash
    {s17}:notices:games        by game its version, that event's hash, and its notices, one a line:
                               the moment and "<player> <key>"

No script can write to both slots. So new notices are added before the checkpoint moves, and old
ones are removed after that: a worker that dies in between leaves notices that are no longer called
for, and these are dropped when their moment comes. The next worker repeats the work of the dead
one, and knows by its key a notice that was settled meanwhile. None is lost, and none is sent twice.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from redis import Redis

from projections.contract import BEGINNING, Batch, Change, LastEvent, Projection
from projections.notices import game_of, placing
from projections.record_fault import RecordFault
from service.notices.pending_notices import prefix, slice_of
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script, ScriptCall, run_all
from service.redis.shards import SHARDS, shard_of

_FOLLOWED = Script.of("service.notices", "followed.lua")


def checkpoint_key(shard: int) -> str:
    """Return the key of a shard's checkpoint."""
    return f"{{s{shard:02}}}:notices:checkpoint"


def games_key(shard: int) -> str:
    """Return the hash of the notices of a shard's games."""
    return f"{{s{shard:02}}}:notices:games"


@dataclass(frozen=True, slots=True)
class FollowedGame:
    """The last event of a game that was followed, and the moments of its notices by name."""

    last_event: LastEvent = (0, "")
    moments: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FollowedBatch:
    """A batch, and its new changes, each with the ``FollowedGame`` of its game."""

    batch: Batch
    news: Sequence[tuple[Change, FollowedGame]]


class Following:
    """The model that a runner keeps up to date. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, grace: int) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._place = placing(grace)

    @property
    def place(self) -> Projection:
        """The function that names a game's notices."""
        return self._place

    def checkpoints(self) -> dict[int, str]:
        """Return the checkpoints; a shard without one is at the beginning."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard in range(SHARDS):
                pipeline.get(checkpoint_key(shard))
            marks = pipeline.execute()
        return {shard: mark.decode() for shard, mark in enumerate(marks) if mark}

    def last_events(self, shards: Collection[int]) -> dict[int, dict[str, LastEvent]]:
        """Return the games followed, by shard, each with the last event applied."""
        with translated_errors():
            return {shard: dict(self._last_events(shard)) for shard in shards}

    def _last_events(self, shard: int) -> Iterator[tuple[str, LastEvent]]:
        for game, lines in self._client.hscan_iter(games_key(shard), count=500):
            yield game.decode(), _known(lines).last_event

    def breaks(self, shards: Collection[int]) -> dict[int, dict[str, RecordFault]]:
        """Return no games: a broken game keeps the notices of its last sound event."""
        del shards
        return {}

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch whose checkpoint is the present one, and move it; True for each applied.

        All of it takes four round trips.
        """
        steps = [step for step in self._steps(batches) if step is not None]
        self._begin(steps)
        with translated_errors():
            moved = run_all(self._client, [_followed(step) for step in steps])
        done = [step for step, answer in zip(steps, moved, strict=True) if answer == 1]
        self._end(done)
        shards = {step.batch.shard for step in done}
        return [batch.shard in shards for batch in batches]

    def _steps(self, batches: Sequence[Batch]) -> Iterator[FollowedBatch | None]:
        """Yield the step over each batch, None for one that begins at another checkpoint."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for batch in batches:
                pipeline.get(checkpoint_key(batch.shard))
                # The empty id belongs to no game: the server refuses a look-up without fields.
                pipeline.hmget(games_key(batch.shard), ["", *(c.game_id for c in batch.changes)])
            replies = pipeline.execute()
        for batch, mark, (_, *lines) in zip(batches, replies[::2], replies[1::2], strict=True):
            is_next = (mark.decode() if mark else BEGINNING) == batch.after
            yield _step(batch, list(map(_known, lines))) if is_next else None

    def _begin(self, steps: Sequence[FollowedBatch]) -> None:
        """Add new notices to the pending ones, and move those with another moment."""
        new: dict[str, dict[str, int]] = defaultdict(dict)
        moved: dict[str, dict[str, int]] = defaultdict(dict)
        for change, known in (each for step in steps for each in step.news):
            for name, moment in change.placement.sort_keys.items():
                if name not in known.moments:
                    new[_pending(name)][name] = moment
                elif known.moments[name] != moment:
                    moved[_pending(name)][name] = moment
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for key, moments in new.items():
                pipeline.zadd(key, moments)
            for key, moments in moved.items():
                pipeline.zadd(key, moments, xx=True)  # only those not settled yet
            pipeline.execute()

    def _end(self, steps: Sequence[FollowedBatch]) -> None:
        """Remove notices that are no longer called for."""
        gone: dict[str, list[str]] = defaultdict(list)
        for change, known in (each for step in steps for each in step.news):
            for name in known.moments.keys() - change.placement.sort_keys.keys():
                gone[_pending(name)].append(name)
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for key, names in gone.items():
                pipeline.zrem(key, *names)
            pipeline.execute()

    def is_called_for(self, key: str) -> bool:
        """True if a notice still follows from its game, as far as the feeds were followed."""
        game_id = game_of(key)
        with translated_errors():
            lines: bytes | None = self._client.hget(games_key(shard_of(game_id)), game_id)
        return any(name.endswith(f" {key}") for name in _known(lines).moments)


def _step(batch: Batch, known: Sequence[FollowedGame]) -> FollowedBatch:
    each = zip(batch.changes, known, strict=True)
    news = [
        (change, old) for change, old in each if batch.restores or _is_news(change, old.last_event)
    ]
    return FollowedBatch(batch, news)


def _followed(step: FollowedBatch) -> ScriptCall:
    batch = step.batch
    keys = checkpoint_key(batch.shard), games_key(batch.shard)
    lines = (part for change, _ in step.news for part in (change.game_id, _lines(change)))
    return ScriptCall(_FOLLOWED, keys, [batch.after, batch.upto, *lines])


def _is_news(change: Change, last: LastEvent) -> bool:
    is_other = change.version == last[0] and change.hash != last[1]
    return change.version > last[0] or is_other


def _lines(change: Change) -> str:
    if not change.version:
        return ""
    notices = (f"\n{moment} {name}" for name, moment in change.placement.sort_keys.items())
    return f"{change.version} {change.hash}{''.join(notices)}"


def _known(lines: bytes | None) -> FollowedGame:
    if lines is None:
        return FollowedGame()
    first, *notices = lines.decode().split("\n")
    version, _, hash_ = first.partition(" ")
    each = (notice.split(" ", 1) for notice in notices)
    return FollowedGame((int(version), hash_), {name: int(moment) for moment, name in each})


def _pending(name: str) -> str:
    """Return the key of the pending notices of a notice's slice."""
    return f"{prefix(slice_of(name.partition(' ')[0]))}pending"
