"""Generations of the read models in Redis: the live one, and the shadow that a rebuild fills.

All keys about a shard's games are in the slot of its feed. So one script changes a game's row, its
places and the checkpoint, and a fail-over that loses some of these loses the records with them. No
list of all games is stored: ``merged_pages`` merges the lists of the shards::

    {s17}:models                    the numbers of generations: ``live``, which is read and kept up
                                    to date, ``shadow``, which a rebuild fills, and ``last``; and at
                                    ``at:<n>`` the last line of the feed that was applied: id, hash;
                                    at ``form:<n>`` the same after the FORM of all that it has
    {s17}:models:retired            generations to be deleted
    {s17}:models:<n>:rows           by game its row, JSON
    {s17}:models:<n>:applied        by game its version in the models and that event's hash, and the
                                    facts, and the lists that contain it, with its sort keys
    {s17}:models:<n>:broken         by game the version that could not be applied, and why, JSON
    {s17}:models:<n>:order:<list>   games by sort key
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import msgspec
from redis import Redis

from projections.contract import Batch, Change, LastEvent, Projection
from projections.record_fault import RecordFault
from service.redis.error_translation import translated_errors
from service.redis.scripts import Argument, Script, ScriptCall, run_all
from service.redis.shards import SHARDS, feed_key
from service.store.summaries import summary_keys
from service.store.unlisted_games import boards_removed_key, unlisted_key

FORM = "2"
"""The form of the lists and facts that this release writes.

A release of another form, which may still be running, does not keep up ``form:<n>``. So a
generation that it has changed is known, and is rebuilt by ``renewal``.
"""
HASHES = ("rows", "applied", "broken")
ALL = range(SHARDS)

_APPLY = Script.of("service.readmodels", "apply.lua")
_BEGIN = Script.of("service.readmodels", "begin.lua")
_PROMOTE = Script.of("service.readmodels", "promote.lua")

Role = Literal["live", "shadow"]


@dataclass(frozen=True, slots=True)
class GenerationProgress:
    """The number of a shard's generation, and its checkpoint (None: at the beginning).

    ``form`` says of which form all of it is, followed by the checkpoint up to which it is that.
    """

    number: str
    checkpoint: str | None
    form: str | None = None

    @property
    def is_older(self) -> bool:
        """True if it has to be rebuilt, as an older release has written some or all of it."""
        if self.checkpoint is None:
            return False
        number, _, upto = (self.form or "0 ").partition(" ")
        # A newer release rebuilds what is not of its own form.
        return int(number) < int(FORM) or (number == FORM and upto != self.checkpoint)


class Superseded(Exception):
    """Another rebuild has begun, and this one must end."""


def key(shard: int, *parts: str) -> str:
    """Return a key of a shard's read models."""
    return ":".join((f"{{s{shard:02}}}:models", *parts))


class Generations:
    """The read models of all shards; ``LiveGenerations`` and ``Shadow`` change them.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, client: "Redis", place: Projection) -> None:
        self.place = place
        self.client: Any = client  # redis-py does not type bytes answers

    # Reading
    def places(self, role: Role, shards: Iterable[int] = ALL) -> dict[int, GenerationProgress]:
        """Return the existing generations in a role with their checkpoints, by shard.

        Before the first rebuild the live generation is 0.
        """
        numbers = list(shards)
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for shard in numbers:
                pipeline.hgetall(key(shard))
            replies = pipeline.execute()
        known = zip(numbers, map(_texts, replies), strict=True)
        return {shard: place for shard, models in known if (place := _place(models, role))}

    def live_numbers(self) -> dict[int, str]:
        """Return the number of each live generation by shard, 0 before the first rebuild."""
        return {shard: place.number for shard, place in self.places("live").items()}

    def broken(self, shards: Iterable[int] = ALL) -> dict[int, dict[str, RecordFault]]:
        """Return the games of live generations that could not be applied, and why, by shard."""
        numbers = {shard: place.number for shard, place in self.places("live", shards).items()}
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for shard, number in numbers.items():
                pipeline.hgetall(key(shard, number, "broken"))
            replies = pipeline.execute()
        return {
            shard: _breaks(games) for shard, games in zip(numbers, replies, strict=True) if games
        }

    def last_events(self, numbers: Mapping[int, str]) -> dict[int, dict[str, LastEvent]]:
        """Return the games of these generations, by shard, with the last event applied.

        The version is 0 for games without any event that could be applied.
        """
        return {shard: dict(self._last_events(shard, number)) for shard, number in numbers.items()}

    def _last_events(self, shard: int, number: str) -> Iterator[tuple[str, LastEvent]]:
        with translated_errors():
            for game, state in self._each(key(shard, number, "applied")):
                yield game, _last_event(state)
            for game, _ in self._each(key(shard, number, "broken")):
                yield game, (0, "")

    def _each(self, name: str) -> Iterator[tuple[str, bytes]]:
        for field, value in self.client.hscan_iter(name, count=500):
            yield field.decode(), value

    def sizes(self) -> dict[str, int]:
        """Return the number of entries in the hashes of the live generations, by their names."""
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for shard, number in self.live_numbers().items():
                for name in HASHES:
                    pipeline.hlen(key(shard, number, name))
            replies = pipeline.execute()
        return {name: sum(replies[at :: len(HASHES)]) for at, name in enumerate(HASHES)}

    # Changing generations
    def begin(self, shards: Sequence[int] = ALL) -> "Shadow":
        """Begin an empty generation beside the live one, in place of an unfinished one."""
        calls = [ScriptCall(_BEGIN, (key(shard), key(shard, "retired"))) for shard in shards]
        with translated_errors():
            begun = zip(shards, run_all(self.client, calls), strict=True)
            numbers = {shard: number.decode() for shard, number in begun}
        self.drop_retired()
        self._drop_left_over(numbers)
        return Shadow(self, numbers)

    def drop_retired(self) -> None:
        """Delete the generations that are no longer read or changed."""
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for shard in ALL:
                pipeline.smembers(key(shard, "retired"))
            for shard, retired in enumerate(pipeline.execute()):
                for number in sorted(retired):
                    self._drop(shard, number.decode())
                    self.client.srem(key(shard, "retired"), number)

    def _drop_left_over(self, numbers: Mapping[int, str]) -> None:
        """Delete leftovers of older generations with these numbers: counting may have restarted."""
        with translated_errors():
            pipeline = self.client.pipeline(transaction=False)
            for shard, number in numbers.items():
                pipeline.exists(*(key(shard, number, name) for name in HASHES))
            for (shard, number), is_there in zip(numbers.items(), pipeline.execute(), strict=True):
                if is_there:
                    self._drop(shard, number)

    def _drop(self, shard: int, number: str) -> None:
        """Delete a shard's generation."""
        # Lists are deleted before the hash that names them, so that a crash leaves none behind. No
        # key of a record can be among these: it has a game's id in place of `models`.
        states = (state for _, state in self._each(key(shard, number, "applied")))
        while some := list(islice(states, 500)):
            if names := _list_names(some):
                self.client.unlink(*(key(shard, number, "order", name) for name in names))
        self.client.unlink(*(key(shard, number, name) for name in HASHES))
        self.client.hdel(key(shard), f"at:{number}", f"form:{number}")


class LiveGenerations:
    """The live generations as one model to keep up to date, even while a rebuild swaps them."""

    def __init__(self, generations: Generations) -> None:
        self._generations = generations
        self._numbers = dict.fromkeys(ALL, "0")

    @property
    def place(self) -> Projection:
        """Return the function that places a game in the models."""
        return self._generations.place

    def checkpoints(self) -> dict[int, str]:
        """Return the checkpoints of the generations that are live now."""
        places = self._generations.places("live")
        self._numbers = {shard: place.number for shard, place in places.items()}
        return _checkpoints(places)

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch whose generation is still live and at the batch's checkpoint."""
        return _apply(self._generations, "live", self._numbers, batches)

    def last_events(self, shards: Collection[int]) -> dict[int, dict[str, LastEvent]]:
        """Return the generations' games by shard, each with the last event applied."""
        return self._generations.last_events({shard: self._numbers[shard] for shard in shards})

    def breaks(self, shards: Collection[int]) -> dict[int, dict[str, RecordFault]]:
        """Return, by shard, the games that could not be applied."""
        return self._generations.broken(shards)


class Shadow:
    """Generations that a rebuild fills, until each replaces the live one."""

    def __init__(self, generations: Generations, numbers: Mapping[int, str]) -> None:
        self._generations = generations
        self._numbers = dict(numbers)

    @property
    def place(self) -> Projection:
        """Return the function that places a game in the models."""
        return self._generations.place

    def checkpoints(self) -> dict[int, str]:
        """Return the checkpoints of shadows that are not live yet. Raises Superseded."""
        places = self._generations.places("shadow", self._numbers)
        if {shard: place.number for shard, place in places.items()} != self._numbers:
            raise Superseded
        return _checkpoints(places)

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch whose generation is still the shadow and at the batch's checkpoint."""
        return _apply(self._generations, "shadow", self._numbers, batches)

    def last_events(self, shards: Collection[int]) -> dict[int, dict[str, LastEvent]]:
        """Return the generations' games by shard, each with the last event applied."""
        return self._generations.last_events({shard: self._numbers[shard] for shard in shards})

    def breaks(self, shards: Collection[int]) -> dict[int, dict[str, RecordFault]]:
        """Return no games, as a rebuild has just looked at each."""
        del shards
        return {}

    def promote(self, shard: int, *, forced: bool = False) -> bool:
        """Make the shadow a shard's live generation, atomically; False if the live one is ahead.

        With ``forced`` it replaces even that one. Raises Superseded.
        """
        keys, number = (key(shard), key(shard, "retired")), self._numbers[shard]
        with translated_errors():
            done = _PROMOTE.run(self._generations.client, keys, number, int(forced))
        if done < 0:
            raise Superseded
        if done:
            del self._numbers[shard]
        return bool(done)


def _place(models: Mapping[str, str], role: Role) -> GenerationProgress | None:
    number = models.get(role, "0" if role == "live" else None)
    if number is None:
        return None
    return GenerationProgress(number, models.get(f"at:{number}"), models.get(f"form:{number}"))


def _checkpoints(places: Mapping[int, GenerationProgress]) -> dict[int, str]:
    marks = ((shard, place.checkpoint) for shard, place in places.items())
    return {shard: mark for shard, mark in marks if mark is not None}


def _apply(
    generations: Generations, role: Role, numbers: Mapping[int, str], batches: Sequence[Batch]
) -> list[bool]:
    calls = [_call(role, numbers[batch.shard], batch) for batch in batches]
    with translated_errors():
        return [reply == 1 for reply in run_all(generations.client, calls)]


def _call(role: Role, number: str, batch: Batch) -> ScriptCall:
    shard = batch.shard
    hashes = (key(shard, number, name) for name in HASHES)
    beside = feed_key(shard), *summary_keys(shard)
    keys = (key(shard), *hashes, *beside, unlisted_key(shard), boards_removed_key(shard))
    head = (role, number, key(shard, number, "order", ""), FORM)
    marks = (batch.after, batch.upto, int(batch.restores))
    return ScriptCall(_APPLY, keys, [*head, *marks, *_arguments(batch.changes)])


def _arguments(changes: Iterable[Change]) -> Iterator[Argument]:
    for change in changes:
        row = change.placement.row
        yield change.game_id
        yield _state(change)
        yield b"" if row is None else _encode(row)
        yield b"" if change.broken is None else _encode(change.broken)


_encode = msgspec.json.Encoder().encode


def _state(change: Change) -> str:
    keys = change.placement.sort_keys.items()
    lines = "".join([f"\n{key} {name}" for name, key in keys])
    # First, as it is what is looked for. Scripts of any release pass over lines without a score.
    facts = f"\n={change.placement.facts}" if lines else ""
    return f"{change.version} {change.hash}{facts}{lines}"


def _last_event(state: bytes) -> LastEvent:
    version, _, digest = state.decode().partition("\n")[0].partition(" ")
    return int(version), digest


def _list_names(states: Iterable[bytes]) -> set[str]:
    lines = (line for state in states for line in state.decode().split("\n")[1:])
    return {line.partition(" ")[2] for line in lines if not line.startswith("=")}


def _breaks(games: Mapping[bytes, bytes]) -> dict[str, RecordFault]:
    return {
        game.decode(): msgspec.json.decode(why, type=RecordFault) for game, why in games.items()
    }


def _texts(fields: Mapping[bytes, bytes]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in fields.items()}
