"""Games selected from lists by their facts, a bounded number of them looked at for each page.

A page begins after a position in its list, so it stays the same while games before it come and go.
Of all lists that have the selected games the shortest is read, and at most ``LOOKS * ROUNDS`` games
of each shard are looked at. So a page may have fewer games than asked for, or none, and still have
a next page: 100,000 games without a selected one take 40 pages.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from redis import Redis

from projections.list_facts import Filters
from service.readmodels.generations import ALL, FORM, key
from service.readmodels.merged_pages import Member, ScoreRange
from service.redis.cluster import Cluster
from service.redis.error_translation import translated_errors
from service.redis.scripts import Argument, Script, ScriptCall, run_all

_SELECT = Script.of("service.readmodels", "select.lua")
_CURSOR = re.compile(r"([np])([0-9]{1,16})\.([A-Za-z0-9_-]{1,64})")

LOOKS = 20
"""The most games of a shard that are looked at in one call of the script."""
ROUNDS = 2
"""The most calls for a page."""
SPARE = 4
"""Games selected of a shard beyond its share of a page."""


class ListsOutdated(Exception):
    """An older release has written some of the lists, and they are yet to be rebuilt."""


class ListPosition(NamedTuple):
    """A game's place in a list, after which a page begins; or before which it ends."""

    score: int
    game_id: str
    is_end: bool = False

    def as_start(self) -> "ListPosition":
        """Return the same place, after which a page begins."""
        return ListPosition(self.score, self.game_id)

    def as_end(self) -> "ListPosition":
        """Return the same place, before which a page ends."""
        return ListPosition(self.score, self.game_id, is_end=True)

    @property
    def cursor(self) -> str:
        """The text that clients get."""
        return f"{'p' if self.is_end else 'n'}{self.score}.{self.game_id}"


def position_of(cursor: str) -> ListPosition | None:
    """Return the position of a text, None if it is of none."""
    match = _CURSOR.fullmatch(cursor)
    return match and ListPosition(int(match[2]), match[3], match[1] == "p")


@dataclass(frozen=True, slots=True)
class Query:
    """Games to select: those of a span, in all of ``lists`` and ``beside``, that have these facts.

    ``lists`` have the same scores as the span's own list, those of ``beside`` have others.
    ``player`` is the one whom the filters' ``result`` is about.
    """

    span: ScoreRange
    lists: tuple[str, ...]
    beside: tuple[str, ...] = ()
    filters: Filters = field(default_factory=Filters)
    player: str = ""

    @property
    def is_plain(self) -> bool:
        """True if lists of any form will do."""
        return len(self.lists) == 1 and not self.beside and not self._pattern

    def words(self, most: int) -> list[Argument]:
        """Return the script's arguments before the places of shards."""
        return [
            "" if self.is_plain else FORM,
            int(self.span.descending),
            self.span.lowest,
            self.span.highest,
            most,
            LOOKS,
            self._pattern,
            self.filters.since or 0,
            self.filters.result or "",
            self.player,
            len(self.lists),
            *self.lists,
            len(self.beside),
            *self.beside,
        ]

    def reversed(self) -> "Query":
        """Return the query in the other direction."""
        span = replace(self.span, descending=not self.span.descending)
        return replace(self, span=span)

    @property
    def _pattern(self) -> str:
        fields = self.filters.fields()
        if {*fields, self.filters.since, self.filters.result} == {None}:
            return ""
        known = ("[^;\n]*" if each is None else _escaped(each) for each in fields)
        # From the start: a pattern that may begin anywhere is tried at every byte of a state.
        return f"^[^\n]*\n=(%d+);{';'.join(known)};([^\n]*)\n"


def _escaped(text: str) -> str:
    """Return a text for a pattern of Lua."""
    return re.sub(r"([^A-Za-z0-9])", r"%\1", text)


class Selected(NamedTuple):
    """A page of members in order, the positions of the next page and of the one before, if any."""

    members: list[Member]
    following: ListPosition | None
    preceding: ListPosition | None


@dataclass(slots=True)
class Progress:
    """A shard's part of a list, as far as it was looked at."""

    shard: int
    score: str = ""
    game: str = ""
    members: list[Member] = field(default_factory=list)
    is_read: bool = False

    @property
    def models(self) -> str:
        """The key of the shard's read models."""
        return key(self.shard)

    def words(self) -> tuple[str, str, str]:
        """Return the script's arguments for the shard."""
        return self.models, self.score, self.game

    @property
    def last(self) -> tuple[float, bytes]:
        """The last game looked at; one must have been."""
        return float(self.score), self.game.encode()


class Selecting:
    """Selects games in the live generations of all shards."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def select(self, query: Query, count: int, position: ListPosition | None) -> Selected:
        """Return a page of at most ``count`` games from a position on.

        Raises ListsOutdated, StoreUnavailable.
        """
        if position is None or not position.is_end:
            members, last = self._select(query, count, position)
            first = None if position is None else _first(members, position)
            return Selected(members, last, first)
        members, first = self._select(query.reversed(), count, position)
        members.reverse()
        last = _position(members[-1]) if members else position.as_start()
        return Selected(members, last, first and first.as_end())

    def _select(
        self, query: Query, count: int, position: ListPosition | None
    ) -> tuple[list[Member], ListPosition | None]:
        """Return the next games of a query, and the position of those that follow, if any."""
        parts = [Progress(shard) for shard in ALL]
        if position is not None:
            for part in parts:
                part.score, part.game = str(position.score), position.game_id
        asked = parts
        for _ in range(ROUNDS):
            self._read(query, asked, count // len(parts) + SPARE)
            known = query.span.sorted(part.members for part in parts)
            asked = _unread(query.span, parts, known[: count + 1], count)
            if not asked:
                break
        return _page(query.span, parts, known, count)

    def _read(self, query: Query, parts: Sequence[Progress], most: int) -> None:
        words = query.words(most)
        for part, reply in zip(parts, self._ask(words, parts), strict=True):
            if reply == 0:
                raise ListsOutdated
            is_read, score, game, selected = reply
            part.is_read, part.score, part.game = bool(is_read), score.decode(), game.decode()
            games = zip(map(float, selected[::2]), selected[1::2], strict=True)
            part.members += [(own, each, part.shard) for own, each in games]

    def _ask(self, words: Sequence[Argument], parts: Sequence[Progress]) -> list[Any]:
        with translated_errors():
            if isinstance(self._client, Cluster):
                calls = [
                    ScriptCall(_SELECT, [part.models], [*words, *part.words()]) for part in parts
                ]
                return [reply for (reply,) in run_all(self._client, calls)]
            places = [word for part in parts for word in part.words()]
            return list(_SELECT.run(self._client, (), *words, *places))


def _unread(
    span: ScoreRange, parts: Sequence[Progress], known: Sequence[Member], count: int
) -> list[Progress]:
    """Return the parts that may have games before the last of these, or any if they are too few."""
    left = [part for part in parts if not part.is_read]
    if len(known) <= count:
        return left
    end = known[-1][:2]
    return [part for part in left if _is_before(span, part.last, end)]


def _page(
    span: ScoreRange, parts: Sequence[Progress], known: list[Member], count: int
) -> tuple[list[Member], ListPosition | None]:
    """Return the first games of those known, up to where every part was looked at."""
    lasts = [part.last for part in parts if not part.is_read]
    bound = (max if span.descending else min)(lasts) if lasts else None
    sure = known if bound is None else [m for m in known if not _is_before(span, bound, m[:2])]
    if len(sure) > count:
        return sure[:count], _position(sure[count - 1])
    return sure, None if bound is None else ListPosition(int(bound[0]), bound[1].decode())


def _is_before(span: ScoreRange, one: tuple[float, bytes], other: tuple[float, bytes]) -> bool:
    return one > other if span.descending else one < other


def _position(member: Member) -> ListPosition:
    return ListPosition(int(member[0]), member[1].decode())


def _first(members: Sequence[Member], position: ListPosition) -> ListPosition:
    """Return the position of the page before one that begins after a position."""
    return (_position(members[0]) if members else position).as_end()
