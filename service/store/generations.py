"""Generations of a read model in Redis: the live one, and the shadow that a rebuild fills.

All keys of a model share its name as hash tag, so that one script changes model and checkpoint::

    {lobby}:live                the generation that is read and kept up to date
    {lobby}:shadow              the generation that a rebuild fills
    {lobby}:last                the last generation begun
    {lobby}:retired             generations to be deleted
    {lobby}:<n>:checkpoints     by shard the last line of its feed that was applied: id and hash
    {lobby}:<n>:rows            by game its row, JSON
    {lobby}:<n>:applied         by game its version in the model and that event's hash, and the
                                orders it stands in
    {lobby}:<n>:broken          by game the version that could not be applied, and why, JSON
    {lobby}:<n>:order:<order>   games by score
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from typing import Any

import msgspec
from redis import Redis
from redis.exceptions import NoScriptError

from domain.record.record import canonical
from domain.record.visibility import JsonObject
from projections.contract import Batch, Broken, Head, Projection
from service.store.contract import shard_of
from service.store.reaching import reaching

HASHES = ("checkpoints", "rows", "applied", "broken")

_LUA = files("service.store").joinpath("lua")
_SCRIPTS = {
    name: _LUA.joinpath(f"{name}.lua").read_text("utf-8")
    for name in ("apply", "begin", "checkpoints", "page", "promote")
}
_DIGESTS = {name: hashlib.sha1(text.encode()).hexdigest() for name, text in _SCRIPTS.items()}

Argument = str | int | bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A script to run, with the suffixes of its keys after their tag, and its arguments."""

    script: str
    pointers: Sequence[str]
    arguments: Sequence[Argument]


class Superseded(Exception):
    """Another rebuild has begun, and this one must end."""


class Generations:
    """One read model: its live generation to read, and to change through ``Live`` and ``Shadow``.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, client: "Redis", name: str, place: Projection) -> None:
        self.name = name
        self.place = place
        self._client = client

    def key(self, *parts: str) -> str:
        """Return a key of this model."""
        return ":".join((f"{{{self.name}}}", *parts))

    def run(self, script: str, pointers: Sequence[str], *arguments: Argument) -> Any:
        """Run a script of ``lua/`` on this model's keys, named by their suffixes after the tag."""
        [reply] = self.run_all([Call(script, pointers, arguments)])
        return reply

    def run_all(self, calls: Sequence[Call]) -> list[Any]:
        """Run scripts, each atomic by itself, in one round trip."""
        with reaching():
            try:
                return self._send(calls)
            except NoScriptError:
                for script in {call.script for call in calls}:
                    self._client.script_load(_SCRIPTS[script])
                return self._send(calls)

    def _send(self, calls: Sequence[Call]) -> list[Any]:
        pipeline = self._client.pipeline(transaction=False)
        for call in calls:
            keys = [self.key(pointer) for pointer in call.pointers]
            pipeline.evalsha(_DIGESTS[call.script], len(keys), *keys, *call.arguments)
        return pipeline.execute()

    # Reading the live generation
    def page(self, order: str, *span: str | int) -> tuple[int, list[JsonObject]]:
        """Return the number of games in an order (or with these scores), and a span of its rows.

        ``span`` as ZRANGE has it: ranks, or scores, BYSCORE and LIMIT.
        """
        total, rows = self.run("page", ("live",), self.key(""), order, *span)
        return total, [msgspec.json.decode(row) for row in rows]

    def live_number(self) -> str:
        """Return the number of the live generation, 0 before the first rebuild."""
        with reaching():
            number: Any = self._client.get(self.key("live"))
        return _text(number or b"0")

    def broken(self) -> dict[str, Broken]:
        """Return the games that could not be applied to the live generation, with the reasons."""
        reasons = self.hash(self.live_number(), "broken")
        return {game: msgspec.json.decode(why, type=Broken) for game, why in reasons.items()}

    def hash(self, number: str, name: str) -> dict[str, bytes]:
        """Return one of a generation's hashes, whole."""
        with reaching():
            fields: Any = self._client.hgetall(self.key(number, name))
        return {_text(field): value for field, value in fields.items()}

    def held(self, number: str, shards: Collection[int]) -> dict[int, dict[str, Head]]:
        """Return a generation's games by shard, with the last event applied (0 for none)."""
        heads: dict[int, dict[str, Head]] = {shard: {} for shard in shards}
        for name in ("applied", "broken") if shards else ():
            for game, value in self._each(number, name):
                if shard_of(game) in heads:
                    heads[shard_of(game)][game] = _head(value) if name == "applied" else (0, "")
        return heads

    def _each(self, number: str, name: str) -> Iterator[tuple[str, bytes]]:
        """Yield the fields of one of a generation's hashes, in batches."""
        with reaching():
            fields: Any = self._client.hscan_iter(self.key(number, name), count=500)
            for field, value in fields:
                yield _text(field), value

    def sizes(self, number: str) -> dict[str, int]:
        """Return the number of entries in each of a generation's hashes."""
        with reaching():
            sizes: Any = {name: self._client.hlen(self.key(number, name)) for name in HASHES}
        return dict(sizes)

    # Changing generations
    def begin(self) -> "Shadow":
        """Begin an empty generation beside the live one, in place of an unfinished one."""
        number = _text(self.run("begin", ("live", "shadow", "last", "retired")))
        self.drop_retired()
        with reaching():
            self._drop(number)  # left over if the pointers were lost and the count began again
        return Shadow(self, number)

    def drop_retired(self) -> None:
        """Delete the generations that are no longer read or changed."""
        with reaching():
            retired: Any = self._client.smembers(self.key("retired"))
            for number in sorted(map(_text, retired)):
                self._drop(number)
                self._client.srem(self.key("retired"), number)

    def _drop(self, number: str) -> None:
        """Delete the orders before the hash that names them, so that a crash leaves nothing.

        Every key begins with the model's own tag: never a record, whose tags are the shards'.
        """
        applied: Any = self._client.hscan_iter(self.key(number, "applied"), count=500)
        while some := dict(islice(applied, 500)):
            if orders := _orders(some.values()):
                self._client.unlink(*(self.key(number, "order", order) for order in orders))
        self._client.unlink(*(self.key(number, name) for name in HASHES))


class Live:
    """The live generation as a model to keep up to date; it follows a rebuild's swap."""

    def __init__(self, generations: Generations) -> None:
        self._generations = generations
        self._number = "0"

    @property
    def place(self) -> Projection:
        """Return the model's entries of a game."""
        return self._generations.place

    def checkpoints(self) -> dict[int, str]:
        """Return the checkpoints of the generation that is live now."""
        self._number, checkpoints = _checkpoints(self._generations, "live")
        return checkpoints

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch if the generation is still live and its checkpoint the batch's."""
        return _apply(self._generations, "live", self._number, batches)

    def held(self, shards: Collection[int]) -> dict[int, dict[str, Head]]:
        """Return the generation's games by shard, each with the last event applied."""
        return self._generations.held(self._number, shards)


class Shadow:
    """A generation that a rebuild fills, until it takes the live one's place."""

    def __init__(self, generations: Generations, number: str) -> None:
        self._generations = generations
        self._number = number

    @property
    def place(self) -> Projection:
        """Return the model's entries of a game."""
        return self._generations.place

    def checkpoints(self) -> dict[int, str]:
        """Return the shadow's checkpoints. Raises Superseded."""
        number, checkpoints = _checkpoints(self._generations, "shadow")
        if number != self._number:
            raise Superseded
        return checkpoints

    def apply(self, batches: Sequence[Batch]) -> list[bool]:
        """Apply each batch if the generation is still the shadow and its checkpoint the batch's."""
        return _apply(self._generations, "shadow", self._number, batches)

    def held(self, shards: Collection[int]) -> dict[int, dict[str, Head]]:
        """Return the generation's games by shard, each with the last event applied."""
        return self._generations.held(self._number, shards)

    def promote(self, *, forced: bool = False) -> bool:
        """Become the live generation, atomically; False if the live one is ahead.

        With ``forced`` it replaces even that one. Raises Superseded.
        """
        pointers = ("live", "shadow", "retired")
        prefix = self._generations.key("")
        done = self._generations.run("promote", pointers, prefix, self._number, int(forced))
        if done < 0:
            raise Superseded
        return bool(done)


def _checkpoints(generations: Generations, pointer: str) -> tuple[str, dict[int, str]]:
    number, flat = generations.run("checkpoints", (pointer,), generations.key(""))
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return _text(number), {int(shard): _text(feed_id) for shard, feed_id in pairs}


def _apply(
    generations: Generations, pointer: str, number: str, batches: Sequence[Batch]
) -> list[bool]:
    pointers = (pointer, *(f"{number}:{name}" for name in HASHES))
    prefix = generations.key(number, "order", "")
    calls = [Call("apply", pointers, [number, prefix, *_arguments(batch)]) for batch in batches]
    return [reply == 1 for reply in generations.run_all(calls)]


def _arguments(batch: Batch) -> Iterator[Argument]:
    yield from (batch.shard, batch.after, batch.upto, int(batch.restores))
    for change in batch.changes:
        row, scores = change.placement.row, change.placement.scores
        yield from (change.game_id, change.version, change.hash)
        yield b"" if row is None else canonical(row)
        yield b"" if change.broken is None else msgspec.json.encode(change.broken)
        yield len(scores)
        for order, score in scores.items():
            yield from (order, score)


def _head(lines: bytes) -> Head:
    """Return the version and the hash that were applied; older releases kept no hash."""
    version, _, head = _text(lines).partition("\n")[0].partition(" ")
    return int(version), head


def _orders(applied: Iterable[bytes]) -> set[str]:
    return {order for lines in applied for order in _text(lines).split("\n")[1:]}


def _text(value: bytes) -> str:
    return value.decode()
