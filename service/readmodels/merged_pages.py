"""Lists over all shards: each shard has its own part, and a page is merged from these.

A page is the same as from one list of all games, ordered by sort key and then by id. Only a few
members of each part are read for it, even far from the beginning.

A single server merges a page near the beginning itself: 20 games in a lobby of 550 take 0.06 ms of
the process and 0.3 ms of the server; merged here, 0.25 and 0.33 ms. One sorted set of all games
would take 0.05 and 0.02 ms, but it would lie in another slot than the records: in a cluster no
script could change both, and a fail-over would lose one of them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, repeat
from typing import Any

import msgspec
from redis import Redis

from domain.record.visibility import JsonObject
from service.readmodels.generations import ALL, key
from service.redis.cluster import Cluster
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.shards import SHARDS, shard_of

_PAGE = Script.of("service.readmodels", "page.lua")
_PARTS = Script.of("service.readmodels", "parts.lua")
_MODELS = [key(shard) for shard in ALL]

FEW = 4 * SHARDS
"""The most members before a page that are read although they are not on it."""
# Farther pages cost a server less if they are merged here.
NEAR = 100
"""A server merges only the pages that end here or earlier."""
SPARE = 4
"""Members of a part that are read beyond its share of a page."""

Member = tuple[float, bytes, int]
"""A game's score, its id and its shard."""
Word = str | int


@dataclass(frozen=True, slots=True)
class ShardCommand:
    """A command on a key of live generations; ``name`` is its part after the number."""

    verb: str
    name: str
    arguments: Sequence[Word]
    shards: Sequence[int] = ALL


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The games of a list between two sort keys, both included, ascending or descending.

    ``others`` are further lists that are read with it as one; no game is in two of them.
    """

    list_name: str
    lowest: Word = "-inf"
    highest: Word = "+inf"
    descending: bool = False
    others: tuple[str, ...] = ()

    @property
    def each(self) -> "list[ScoreRange]":
        """The same range of each list by itself."""
        names = self.list_name, *self.others
        return [replace(self, list_name=name, others=()) for name in names]

    def window(self, first: int, count: int, shards: Sequence[int] = ALL) -> ShardCommand:
        """Return the command that reads ``count`` members of each part from a place on."""
        limits = self.lowest, self.highest
        verb, ordered = "ZRANGEBYSCORE", limits
        if self.descending:
            verb, ordered = "ZREVRANGEBYSCORE", limits[::-1]
        return self._command(verb, shards, *ordered, "WITHSCORES", "LIMIT", first, count)

    def words(self) -> list[Word]:
        """Return a script's arguments for the limits, the direction, and the lists."""
        keys = [each._key for each in self.each]
        return [self.lowest, self.highest, int(self.descending), len(keys), *keys]

    def last(self) -> ShardCommand:
        """Return the command that reads the last member of each part."""
        return replace(self, descending=not self.descending).window(0, 1, ALL)

    def total(self, shards: Sequence[int] = ALL) -> ShardCommand:
        """Return the command that counts the members of parts."""
        return self._command("ZCOUNT", shards, self.lowest, self.highest)

    def before(self, score: float) -> ShardCommand:
        """Return the command that counts the members of each part before a score."""
        limit = f"({score:.0f}"
        limits = (limit, self.highest) if self.descending else (self.lowest, limit)
        return self._command("ZCOUNT", ALL, *limits)

    def sorted(self, members: Iterable[Iterable[Member]]) -> list[Member]:
        """Return the members of parts in the span's order."""
        return sorted(chain.from_iterable(members), reverse=self.descending)

    def _command(self, verb: str, shards: Sequence[int], *arguments: Word) -> ShardCommand:
        return ShardCommand(verb, self._key, arguments, shards)

    @property
    def _key(self) -> str:
        return f"order:{self.list_name}"


@dataclass(slots=True)
class Part:
    """A shard's part of a list, read from a place on; ``is_read`` if read to its end."""

    span: ScoreRange
    shard: int
    first: int = 0
    members: list[Member] = field(default_factory=list)
    is_read: bool = False


class Merged:
    """Reads the live generations of all shards. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client, self._shards = client, ShardReader(client)

    def page(self, span: ScoreRange, first: int, count: int) -> tuple[int, list[JsonObject]]:
        """Return the number of games in a span, and ``count`` of its rows from a place on."""
        if first + count > NEAR or isinstance(self._client, Cluster):
            return self._merged(span, first, count)
        words = first, count, *span.words(), *_MODELS
        with translated_errors():
            total, rows = _PAGE.run(self._client, (), *words)
        return total, _read_rows(rows)

    def _merged(self, span: ScoreRange, first: int, count: int) -> tuple[int, list[JsonObject]]:
        parts = [Part(each, shard) for each in span.each for shard in ALL]
        skipped = self._skip(span, parts, first)
        if skipped is None:
            return self._total(span), []
        total, members = self._read(span, parts, first - skipped + count)
        return total, self.rows(members[first - skipped :])

    def _total(self, span: ScoreRange) -> int:
        return sum(self._shards.ask([each.total() for each in span.each]))

    def games(self, span: ScoreRange) -> list[str]:
        """Return the ids of all games in a span of one list, in order."""
        replies = self._shards.ask([span.window(0, -1)])
        return [game.decode() for _, game, _ in span.sorted(map(_members, ALL, replies))]

    def rows_by_id(self, game_ids: Sequence[str]) -> list[JsonObject | None]:
        """Return the rows of games, None for one without a row."""
        lookups = [ShardCommand("HGET", "rows", [each], [shard_of(each)]) for each in game_ids]
        return [row and msgspec.json.decode(row) for row in self._shards.ask(lookups)]

    def _skip(self, span: ScoreRange, parts: Sequence[Part], first: int) -> int | None:
        """Move the parts to places whose sum is at most ``first``; return that sum.

        Return None if there are no more than ``first`` members.
        """
        # Look `step` places ahead in each part: the first of these members has at most `step`
        # members of each part before it, so all parts may move on to its score.
        skipped = 0
        while (step := (first - skipped) // len(parts)) > FEW // len(parts):
            ahead = self._shards.ask(_windows(parts, step, 1))
            scores = [float(reply[1]) for reply in ahead if reply]
            if not scores:
                return None
            score = max(scores) if span.descending else min(scores)
            moved = self._move(span, parts, score) - skipped
            skipped += moved
            if moved < first - skipped:
                return self._halve(span, parts, first, score)
        return skipped

    def _move(self, span: ScoreRange, parts: Sequence[Part], score: float) -> int:
        """Move the parts on to a score; return the number of members before it."""
        counts = self._shards.ask([each.before(score) for each in span.each])
        for part, place in zip(parts, counts, strict=True):
            part.first = place
        return sum(counts)

    def _halve(
        self, span: ScoreRange, parts: Sequence[Part], first: int, score: float
    ) -> int | None:
        """Move the parts as ``_skip`` does, from a score with at most ``first`` before it."""
        # If the parts do not interleave, steps in one of them lead nowhere: so the range of scores
        # up to the last one is halved.
        if self._total(span) <= first:
            return None
        sign = -1 if span.descending else 1
        ends = self._shards.ask([each.last() for each in span.each])
        lasts = [float(reply[1]) for reply in ends if reply]
        low = sign * int(score)
        high = max((sign * int(last) for last in lasts), default=low) + 1
        skipped = self._move(span, parts, score)
        while high - low > 1 and first - skipped > FEW:
            middle = (low + high) // 2
            befores = [each.before(sign * middle) for each in span.each]
            if (count := sum(self._shards.ask(befores))) > first:
                high = middle
            else:
                low, skipped = middle, count
        return self._move(span, parts, sign * low)

    def _read(
        self, span: ScoreRange, parts: Sequence[Part], count: int
    ) -> tuple[int, list[Member]]:
        """Return the number of games in a span, and ``count`` of them from the parts' places on."""
        size, asked = count // len(parts) + SPARE, parts
        totals = [each.total() for each in span.each]
        replies = self._shards.ask([*_windows(parts, 0, size), *totals])
        total = sum(replies[len(parts) :])
        while True:
            for part, reply in zip(asked, replies, strict=False):
                part.members += _members(part.shard, reply)
                part.is_read = len(reply) < 2 * size
            members = span.sorted(part.members for part in parts)[:count]
            known = set(members)
            asked = [part for part in parts if not part.is_read and part.members[-1] in known]
            if not asked:
                return total, members
            size *= 2
            replies = self._shards.ask(_windows(asked, 0, size))

    def rows(self, members: Sequence[Member]) -> list[JsonObject]:
        """Return the rows of members."""
        lookups = [ShardCommand("HGET", "rows", [game.decode()], [at]) for _, game, at in members]
        return _read_rows(self._shards.ask(lookups))


def _read_rows(rows: Sequence[bytes | None]) -> list[JsonObject]:
    """Return the rows of games, without those that have left since their places were read."""
    return [msgspec.json.decode(row) for row in rows if row]


def _windows(parts: Sequence[Part], step: int, count: int) -> list[ShardCommand]:
    """Return the commands that read ``count`` members of each part, ``step`` places further on."""
    alike = groupby(parts, lambda part: (part.span, part.first + len(part.members) + step))
    return [span.window(place, count, [part.shard for part in run]) for (span, place), run in alike]


def _members(shard: int, reply: Sequence[bytes]) -> list[Member]:
    """Return the members of a shard's reply, which alternates them with their scores."""
    return list(zip(map(float, reply[1::2]), reply[::2], repeat(shard)))


class ShardReader:
    """Reads the live generations of all shards. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._numbers: dict[int, str] = {}

    def ask(self, commands: Sequence[ShardCommand]) -> list[Any]:
        """Return the server's replies to commands, one for each of their shards."""
        if not commands:
            return []
        if isinstance(self._client, Cluster):
            return self._ask_nodes([(each, shard) for each in commands for shard in each.shards])
        # With so many commands, a script takes a fifth of the client's work for single ones.
        words = [word for command in commands for word in _words(command)]
        with translated_errors():
            return list(_PARTS.run(self._client, (), *words))

    def _ask_nodes(self, commands: Sequence[tuple[ShardCommand, int]]) -> list[Any]:
        """Ask the nodes of a cluster, where no script may use keys of many slots."""
        # The number of the live generation is read after its members. If it is another one by now,
        # the old generation may have been deleted already, and the new one is asked again.
        replies: dict[int, Any] = {}
        while left := [at for at in range(len(commands)) if at not in replies]:
            answers = self._send([commands[at] for at in left])
            shards = [commands[at][1] for at in left]
            for at, shard, (reply, number) in zip(left, shards, answers, strict=True):
                if number == self._number(shard):
                    replies[at] = reply
            self._numbers.update(zip(shards, (number for _, number in answers), strict=True))
        return [replies[at] for at in range(len(commands))]

    def _send(self, commands: Sequence[tuple[ShardCommand, int]]) -> list[tuple[Any, str]]:
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for each, shard in commands:
                name = key(shard, self._number(shard), each.name)
                pipeline.execute_command(each.verb, name, *each.arguments)
                pipeline.hget(key(shard), "live")
            replies = pipeline.execute()
        numbers = ((number or b"0").decode() for number in replies[1::2])
        return list(zip(replies[::2], numbers, strict=True))

    def _number(self, shard: int) -> str:
        return self._numbers.get(shard, "0")


def _words(command: ShardCommand) -> list[Word]:
    count = 2 + len(command.arguments)
    models = [_MODELS[shard] for shard in command.shards]
    return [count, len(models), command.verb, command.name, *command.arguments, *models]
