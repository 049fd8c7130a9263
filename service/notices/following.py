"""The pending notices, kept up to date from the feeds like a read model.

They are in the slices' pending sets; the feeds' checkpoints and games are beside them::

    {notices}:checkpoints   by shard the last line of its feed that was followed: id and hash
    {notices}:games         by game its version, that event's hash, and its notices

On a cluster the slices are on several servers. So they are changed first, and then checkpoint and
games, both or neither: whoever is killed in between leaves a batch to do again. A notice that was
settled meanwhile is pending again then, but nothing is put out or collected twice (see plan.lua).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from redis import Redis

from projections.contract import BEGINNING, Batch, Change, Head, Projection
from projections.notices import placing
from service.notices.scripts import Scripts
from service.notices.slices import prefix, slice_of
from service.store.contract import shard_of
from service.store.reaching import reaching

CHECKPOINTS, GAMES = "{notices}:checkpoints", "{notices}:games"

Notices = Mapping[str, tuple[str, int]]
"""By a notice's name the key of its slice's pending ones, and its moment."""


@dataclass(frozen=True, slots=True)
class Turnover:
    """The notices of a slice that begin, change and end."""

    begun: dict[str, int] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    ended: list[str] = field(default_factory=list)


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
        with reaching():
            reached = self.checkpoints()
            due = [each for each in batches if reached.get(each.shard, BEGINNING) == each.after]
            known = self._known([change.game_id for batch in due for change in batch.changes])
            changes = {id(batch): list(_newer(batch, known)) for batch in due}
            self._turn_over(changes.values(), known)
        return [
            id(batch) in changes and self._advance(batch, changes[id(batch)]) for batch in batches
        ]

    def _known(self, games: Sequence[str]) -> dict[str, bytes]:
        lines = self._client.hmget(GAMES, games) if games else []
        return {game: each or b"0 " for game, each in zip(games, lines, strict=True)}

    def _turn_over(self, changes: Iterable[Sequence[Change]], known: Mapping[str, bytes]) -> None:
        """Have the notices of games begin, change and end to be pending."""
        slices: defaultdict[str, Turnover] = defaultdict(Turnover)
        for change in chain.from_iterable(changes):
            _compare(slices, _notices_in(known[change.game_id]), _notices_of(change))
        pipeline = self._client.pipeline(transaction=False)
        for key, turnover in slices.items():
            if turnover.begun:
                pipeline.zadd(key, turnover.begun)
            if turnover.changed:  # if it has not been settled yet
                pipeline.zadd(key, turnover.changed, xx=True)
            if turnover.ended:
                pipeline.zrem(key, *turnover.ended)
        if slices:
            pipeline.execute()

    def _advance(self, batch: Batch, changes: Sequence[Change]) -> bool:
        marks = (batch.shard, batch.after, batch.upto)
        lines = [part for change in changes for part in (change.game_id, _lines(change))]
        return bool(self._scripts.run("follow", [CHECKPOINTS, GAMES], *marks, *lines) == 1)

    def is_called_for(self, key: str) -> bool:
        """True if a notice still follows from its game, as far as the feeds were followed."""
        with reaching():
            lines: bytes | None = self._client.hget(GAMES, key.split(":")[1])
        return lines is not None and f" {key}" in lines.decode().split("\n", 1)[-1]


def _newer(batch: Batch, known: Mapping[str, bytes]) -> Iterator[Change]:
    """Yield the changes that tell what is not known of their games."""
    for change in batch.changes:
        version, hash_ = _head(known[change.game_id])
        is_other = change.version == version and change.hash != hash_
        if batch.restores or change.version > version or is_other:
            yield change


def _compare(slices: Mapping[str, Turnover], known: Notices, present: Notices) -> None:
    """Note what has begun, changed and ended in the slices of a game's notices."""
    for name, (key, moment) in present.items():
        if name not in known:
            slices[key].begun[name] = moment
        elif known[name][1] != moment:
            slices[key].changed[name] = moment
    for name, (key, _) in known.items():
        if name not in present:
            slices[key].ended.append(name)


def _notices_of(change: Change) -> Notices:
    scores = change.placement.scores.items()
    return {
        name: (f"{prefix(slice_of(name.partition(' ')[0]))}pending", moment)
        for name, moment in scores
    }


def _notices_in(lines: bytes) -> Notices:
    """Return the notices in the lines that are kept of a game: a key, a moment and a name each."""
    each = (line.split(" ", 2) for line in lines.decode().split("\n")[1:])
    return {name: (key, int(moment)) for key, moment, name in each}


def _lines(change: Change) -> str:
    """Return the lines to be kept of a game, empty if there is nothing to keep."""
    if not change.version:
        return ""
    notices = _notices_of(change).items()
    return "\n".join(
        (f"{change.version} {change.hash}", *(f"{key} {at} {name}" for name, (key, at) in notices))
    )


def _head(lines: bytes) -> Head:
    version, _, head = lines.decode().partition("\n")[0].partition(" ")
    return int(version), head
