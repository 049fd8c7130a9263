"""Orders over all shards: each shard has its own part, and a page is merged from these.

A page begins at the same place of the whole as if there were one order: scores first, then ids. Few
members of each part are read for that, also far from the beginning.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import msgspec
from redis import Redis

from domain.record.visibility import JsonObject
from service.readmodels.parts import ALL, Command, Parts, Word
from service.redis.shards import SHARDS

FEW = 4 * SHARDS
"""The most members that may be read needlessly before a page begins."""
SPARE = 4
"""Members of a part that are read beyond its share of a page."""

Member = tuple[float, bytes]
"""A game's score and its id."""


@dataclass(frozen=True, slots=True)
class Span:
    """The games of an order with these scores, both included, in ascending order or not."""

    order: str
    lowest: Word = "-inf"
    highest: Word = "+inf"
    descending: bool = False

    def window(self, first: int, count: int, shards: Sequence[int] = ALL) -> Command:
        """Return the command that reads members of parts from a place on, so many of each."""
        limits = self.lowest, self.highest
        verb, ordered = "ZRANGEBYSCORE", limits
        if self.descending:
            verb, ordered = "ZREVRANGEBYSCORE", limits[::-1]
        return self._command(verb, shards, *ordered, "WITHSCORES", "LIMIT", first, count)

    def last(self) -> Command:
        """Return the command that reads the last member of each part."""
        return replace(self, descending=not self.descending).window(0, 1, ALL)

    def total(self, shards: Sequence[int] = ALL) -> Command:
        """Return the command that counts the members of parts."""
        return self._command("ZCOUNT", shards, self.lowest, self.highest)

    def before(self, score: float) -> Command:
        """Return the command that counts the members of each part before a score."""
        limit = f"({score:.0f}"
        limits = (limit, self.highest) if self.descending else (self.lowest, limit)
        return self._command("ZCOUNT", ALL, *limits)

    def _command(self, verb: str, shards: Sequence[int], *arguments: Word) -> Command:
        return Command(verb, f"order:{self.order}", arguments, shards)


@dataclass(slots=True)
class Part:
    """A shard's part of an order, read from a place on; ``is_read`` if to its end."""

    shard: int
    first: int = 0
    members: list[Member] = field(default_factory=list)
    is_read: bool = False


class Merged:
    """Reads the live generations of all shards. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._parts = Parts(client)

    def page(self, span: Span, first: int, count: int) -> tuple[int, list[JsonObject]]:
        """Return the number of games in a span, and its rows from a place on, so many."""
        parts = [Part(shard) for shard in ALL]
        skipped = self._skip(span, parts, first)
        if skipped is None:
            return sum(self._parts.ask([span.total()])), []
        self._read(span, parts, first - skipped + count)
        return self._told(span, parts, slice(first - skipped, first - skipped + count))

    def games(self, span: Span) -> list[str]:
        """Return the ids of all games in a span, in order."""
        replies = self._parts.ask([span.window(0, -1)])
        return [game.decode() for _, game in sorted(each for r in replies for each in _members(r))]

    def _skip(self, span: Span, parts: Sequence[Part], first: int) -> int | None:
        """Move the parts on to places that are together at most ``first``; return their sum.

        Return None if there are no more than ``first`` members. Of the members that are so many
        places on in their parts, the first of all has at most that many of each part before it.
        """
        skipped = 0
        while (step := (first - skipped) // len(parts)) > FEW // len(parts):
            ahead = self._parts.ask(_windows(span, parts, step, 1))
            scores = [score for reply in ahead for score, _ in _members(reply)]
            if not scores:
                return None
            score = max(scores) if span.descending else min(scores)
            moved = self._move(span, parts, score) - skipped
            skipped += moved
            if moved < first - skipped:
                return self._halve(span, parts, first, score)
        return skipped

    def _move(self, span: Span, parts: Sequence[Part], score: float) -> int:
        """Move the parts on to a score; return the number of members before it."""
        counts = self._parts.ask([span.before(score)])
        for part, place in zip(parts, counts, strict=True):
            part.first = place
        return sum(counts)

    def _halve(self, span: Span, parts: Sequence[Part], first: int, score: float) -> int | None:
        """Move the parts on as ``_skip`` does, from a score with at most ``first`` before it.

        Where the parts do not interleave, steps in one of them lead nowhere: so the range of scores
        up to the last one is halved.
        """
        if sum(self._parts.ask([span.total()])) <= first:
            return None
        sign = -1 if span.descending else 1
        lasts = [each for reply in self._parts.ask([span.last()]) for each in _members(reply)]
        low = sign * int(score)
        high = max((sign * int(last) for last, _ in lasts), default=low) + 1
        skipped = self._move(span, parts, score)
        while high - low > 1 and first - skipped > FEW:
            middle = (low + high) // 2
            if (count := sum(self._parts.ask([span.before(sign * middle)]))) > first:
                high = middle
            else:
                low, skipped = middle, count
        return self._move(span, parts, sign * low)

    def _read(self, span: Span, parts: Sequence[Part], count: int) -> None:
        """Read the parts far enough to know the first ``count`` members of all."""
        size = count // len(parts) + SPARE
        asked = list(parts)
        while asked:
            replies = self._parts.ask(_windows(span, asked, 0, size))
            for part, reply in zip(asked, replies, strict=True):
                part.members += _members(reply)
                part.is_read = len(reply) < 2 * size
            known = set(_sorted(span, parts)[:count])
            asked = [part for part in asked if not part.is_read and part.members[-1] in known]
            size *= 2

    def _told(
        self, span: Span, parts: Sequence[Part], chosen: slice
    ) -> tuple[int, list[JsonObject]]:
        """Return the number of members, and the rows of these; a game may have left meanwhile."""
        shards = {member: part.shard for part in parts for member in part.members}
        games = _sorted(span, parts)[chosen]
        lookups = [Command("HGET", "rows", [g[1].decode()], [shards[g]]) for g in games]
        unread = [part.shard for part in parts if not part.is_read]
        replies = self._parts.ask([*lookups, span.total(unread)] if lookups or unread else [])
        total = sum(p.first + len(p.members) for p in parts if p.is_read)
        rows = [msgspec.json.decode(row) for row in replies[: len(games)] if row]
        return total + sum(replies[len(games) :]), rows


def _windows(span: Span, parts: Sequence[Part], step: int, count: int) -> list[Command]:
    """Return the commands that read on in parts, a step further, so many members of each."""
    places = [part.first + len(part.members) + step for part in parts]
    if len(set(places)) == 1:
        return [span.window(places[0], count, [part.shard for part in parts])]
    each = zip(parts, places, strict=True)
    return [span.window(place, count, [part.shard]) for part, place in each]


def _members(reply: Sequence[bytes]) -> list[Member]:
    """Return the members of a reply, which alternates them with their scores."""
    return list(zip(map(float, reply[1::2]), reply[::2], strict=True))


def _sorted(span: Span, parts: Iterable[Part]) -> list[Member]:
    members = (member for part in parts for member in part.members)
    return sorted(members, reverse=span.descending)
