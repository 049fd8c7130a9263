"""Orders of the read models as one: each shard has its own part, and a page is merged of these.

A page begins at the same place of the whole as if there were one order: scores first, then ids. Few
members of each part are read for that, also far from the beginning.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from redis import Redis

from domain.record.visibility import JsonObject
from service.store.contract import SHARDS
from service.store.generations import key
from service.store.reaching import reaching

FEW = 4 * SHARDS
"""So many members may be read in vain before a page begins."""
SPARE = 3
"""So many members of a part are read beyond its share of a page."""
Command = Callable[[Any, str], object]
"""A command on the key of a part, whose prefix ends before the generation's own names."""


@dataclass(frozen=True, slots=True)
class Span:
    """The games of an order with these scores, both included, in ascending order or not."""

    order: str
    lowest: int | str = "-inf"
    highest: int | str = "+inf"
    descending: bool = False

    def window(self, first: int, count: int) -> Command:
        """Return the command that reads members of a part from a place on, so many."""

        def command(pipeline: Any, prefix: str) -> None:
            name, limits = f"{prefix}order:{self.order}", (first, count)
            if self.descending:
                pipeline.zrevrangebyscore(name, self.highest, self.lowest, *limits, withscores=True)
            else:
                pipeline.zrangebyscore(name, self.lowest, self.highest, *limits, withscores=True)

        return command

    def total(self) -> Command:
        """Return the command that counts the members of a part."""
        return self._count(self.lowest, self.highest)

    def before(self, score: int) -> Command:
        """Return the command that counts the members of a part before a score."""
        if self.descending:
            return self._count(f"({score}", self.highest)
        return self._count(self.lowest, f"({score}")

    def _count(self, lowest: int | str, highest: int | str) -> Command:
        return lambda pipeline, prefix: pipeline.zcount(
            f"{prefix}order:{self.order}", lowest, highest
        )


@dataclass(slots=True)
class Part:
    """A shard's part of an order, read from a place on; ``is_read`` if to its end."""

    shard: int
    first: int = 0
    members: list[tuple[int, str]] = field(default_factory=list)
    is_read: bool = False


class Merged:
    """Reads the live generations of all shards. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._numbers: dict[int, str] = {}

    def page(self, span: Span, first: int, count: int) -> tuple[int, list[JsonObject]]:
        """Return the number of games in a span, and its rows from a place on, so many."""
        parts = [Part(shard) for shard in range(SHARDS)]
        skipped = self._skip(span, parts, first)
        if skipped is None:
            return sum(self._ask([(part.shard, span.total()) for part in parts])), []
        self._read(span, parts, first - skipped + count)
        return self._told(span, parts, slice(first - skipped, first - skipped + count))

    def games(self, span: Span) -> list[str]:
        """Return the ids of all games in a span, in order."""
        members = self._ask([(shard, span.window(0, -1)) for shard in range(SHARDS)])
        each = sorted((score, game.decode()) for part in members for game, score in part)
        return [game for _, game in each]

    def _skip(self, span: Span, parts: Sequence[Part], first: int) -> int | None:
        """Move the parts on to places that are together at most ``first``; return their sum.

        Return None if there are no more than ``first`` members. Of the members that are so many
        places on in their parts, the first of all has at most that many of each part before it.
        """
        skipped = 0
        while (step := (first - skipped) // len(parts)) > FEW // len(parts):
            ahead = self._ask([(p.shard, span.window(p.first + step, 1)) for p in parts])
            scores = [int(score) for [(_, score)] in filter(None, ahead)]
            if not scores:
                return None
            score = max(scores) if span.descending else min(scores)
            counts = self._ask([(part.shard, span.before(score)) for part in parts])
            if sum(counts) <= skipped:
                break
            skipped = sum(counts)
            for part, place in zip(parts, counts, strict=True):
                part.first = place
        return skipped

    def _read(self, span: Span, parts: Sequence[Part], count: int) -> None:
        """Read the parts far enough to know the first ``count`` members of all."""
        size = count // len(parts) + SPARE
        asked = list(parts)
        while asked:
            places = [(p.shard, span.window(p.first + len(p.members), size)) for p in asked]
            for part, members in zip(asked, self._ask(places), strict=True):
                part.members += [(int(score), game.decode()) for game, score in members]
                part.is_read = len(members) < size
            known = set(_sorted(span, parts)[:count])
            asked = [part for part in asked if not part.is_read and part.members[-1] in known]
            size *= 2

    def _told(
        self, span: Span, parts: Sequence[Part], chosen: slice
    ) -> tuple[int, list[JsonObject]]:
        shards = {member: part.shard for part in parts for member in part.members}
        games = [(shards[member], member[1]) for member in _sorted(span, parts)[chosen]]
        unread = [part for part in parts if not part.is_read]
        by_shard: dict[int, list[str]] = {}
        for shard, game in games:
            by_shard.setdefault(shard, []).append(game)
        rows, totals = self._rows_and_totals(span, by_shard, unread)
        total = sum(p.first + len(p.members) for p in parts if p.is_read) + sum(totals)
        return total, [rows[game] for _, game in games if game in rows]

    def _rows_and_totals(
        self, span: Span, games: Mapping[int, Sequence[str]], unread: Iterable[Part]
    ) -> tuple[dict[str, JsonObject], list[int]]:
        """Return the rows of games; one that has left the models meanwhile has none."""
        lookups = [(shard, _rows_of(some)) for shard, some in games.items()]
        counts = [(part.shard, span.total()) for part in unread]
        replies = self._ask([*lookups, *counts])
        found = [row for reply in replies[: len(lookups)] for row in reply]
        ids = (game for some in games.values() for game in some)
        each = zip(ids, found, strict=True)
        return {game: msgspec.json.decode(row) for game, row in each if row}, replies[
            len(lookups) :
        ]

    def _ask(self, commands: Sequence[tuple[int, Command]]) -> list[Any]:
        """Return the replies to commands on live generations.

        The number of a generation is asked for after it was read: a swapped one may be gone.
        """
        replies: dict[int, Any] = {}
        while left := [at for at in range(len(commands)) if at not in replies]:
            answers = self._send([commands[at] for at in left])
            for at, (reply, number) in zip(left, answers, strict=True):
                shard = commands[at][0]
                if number == self._number(shard):
                    replies[at] = reply
            for at, (_, number) in zip(left, answers, strict=True):
                self._numbers[commands[at][0]] = number
        return [replies[at] for at in range(len(commands))]

    def _send(self, commands: Sequence[tuple[int, Command]]) -> list[tuple[Any, str]]:
        with reaching():
            pipeline = self._client.pipeline(transaction=False)
            for shard, command in commands:
                command(pipeline, key(shard, self._number(shard), ""))
                pipeline.hget(key(shard), "live")
            replies = pipeline.execute()
        numbers = ((number or b"0").decode() for number in replies[1::2])
        return list(zip(replies[::2], numbers, strict=True))

    def _number(self, shard: int) -> str:
        return self._numbers.get(shard, "0")


def _sorted(span: Span, parts: Iterable[Part]) -> list[tuple[int, str]]:
    members = (member for part in parts for member in part.members)
    return sorted(members, reverse=span.descending)


def _rows_of(games: Sequence[str]) -> Command:
    return lambda pipeline, prefix: pipeline.hmget(f"{prefix}rows", games)
