"""The pending notices, kept up to date from the feeds like a read model.

They are in the slices' pending sets; the feeds' checkpoints and games are beside them::

    {notices}:checkpoints   by shard the last line of its feed that was followed: id and hash
    {notices}:games         by game its version, that event's hash, and its notices
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from redis import Redis

from projections.contract import Batch, Head, Projection
from projections.notices import placing
from service.notices.scripts import Scripts
from service.notices.slices import prefix, slice_of
from service.store.contract import shard_of
from service.store.reaching import reaching

CHECKPOINTS, GAMES = "{notices}:checkpoints", "{notices}:games"


class Following:
    """The model that a runner keeps up to date. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis, grace: int) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._scripts = Scripts(client)
        self._place = placing(grace)

    @property
    def place(self) -> Projection:
        """Return the function that names a game's notices."""
        return self._place

    def checkpoints(self) -> dict[int, str]:
        """Return the checkpoints; a shard without one is at the beginning."""
        with reaching():
            marks = self._client.hgetall(CHECKPOINTS)
        return {int(shard): mark.decode() for shard, mark in marks.items()}

    def held(self, shards: Collection[int]) -> dict[int, dict[str, Head]]:
        """Return the games followed by shard, each with the last event applied."""
        heads: dict[int, dict[str, Head]] = {shard: {} for shard in shards}
        with reaching():
            for field, lines in self._client.hscan_iter(GAMES, count=500) if shards else ():
                if shard_of(game_id := field.decode()) in heads:
                    heads[shard_of(game_id)][game_id] = _head(lines)
        return heads

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch, and move its checkpoint if it is the batch's: both or neither."""
        return [
            self._scripts.run("follow", [CHECKPOINTS, GAMES], *_arguments(batch)) == 1
            for batch in batches
        ]

    def is_called_for(self, key: str) -> bool:
        """True if a notice still follows from its game, as far as the feeds were followed."""
        with reaching():
            lines: bytes | None = self._client.hget(GAMES, key.split(":")[1])
        return lines is not None and f" {key}" in lines.decode().split("\n", 1)[-1]


def _arguments(batch: Batch) -> Iterator[str | int]:
    yield from (batch.shard, batch.after, batch.upto, int(batch.restores))
    for change in batch.changes:
        scores = change.placement.scores
        yield from (change.game_id, change.version, change.hash, len(scores))
        for name, moment in scores.items():
            yield from (f"{prefix(slice_of(name.partition(' ')[0]))}pending", name, moment)


def _head(lines: bytes) -> Head:
    version, _, head = lines.decode().partition("\n")[0].partition(" ")
    return int(version), head
