"""The directory in which hosts find players and games: by name, newest, busiest, most open games.

It is derived from players and records, so it can be deleted at any time: the worker fills it again.
All of it is in one slot, and in bounded parts: a text has at most four terms of 32 characters::

    {directory}:names          terms of names and handles, each with its player
    {directory}:titles         terms of titles of listed games, each with its game
    {directory}:hidden         the same of unlisted games
    {directory}:newest         players by the time they came
    {directory}:live:<player>  the games of a player that are under way, by their beginning
    {directory}:busiest        players by their number of these
    {directory}:open:<player>  the open games that a player made, by their beginning
    {directory}:open_listed:<player>  the listed ones among these
    {directory}:creators       players by their number of open games
    {directory}:players        by player the places in the above, and
    {directory}:games          by game the same, each after a version
"""

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Literal, NamedTuple

from redis import Redis

from domain.record.times import milliseconds
from projections.search_terms import LONGEST, search_form, search_terms
from projections.summary import Facts
from service.people.names import player_key
from service.people.player import ID
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.scripts import Script
from service.texts.titles import default_titles

PREFIX = "{directory}:"
FIELDS = ("name", "own_name", "handle", "created_at")
"""The fields of a player from which the directory follows."""
ATTEMPTS = 5
PAGE = 500
SEPARATOR = b"\0"

_INDEX = Script.of("service.people", "index_subject.lua")

Kind = Literal["players", "games"]
Board = Literal["newest", "busiest", "creators"]


class DirectoryPlace(NamedTuple):
    """A place in a set: its score, and the term under which the subject is found if any."""

    set: str
    score: int
    term: str = ""


class DirectoryPage(NamedTuple):
    """The subjects of a page, each with its score, and the cursor of the next page if any."""

    subjects: dict[str, int]
    following: str | None


class CursorInvalid(ValueError):
    """The text is no cursor of the list."""


class Directory:
    """The directory in a store. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def refresh(self, player: str) -> None:
        """Bring a player's places up to date; those of a player who has left are deleted."""
        written: Sequence[bytes | None] = ()
        # Read again after each write, as another change may have come in between: no name of a
        # player who has left may stay.
        for _ in range(ATTEMPTS):
            with translated_errors():
                fields = self._client.hmget(player_key(player), *FIELDS)
            if fields == written:
                return
            self._put("players", player, places_of_player(*fields))
            written = fields

    def refresh_if_possible(self, player: str) -> None:
        """Do the same after a change that is done: what fails is left to the worker's walk."""
        with suppress(StoreUnavailable):
            self.refresh(player)

    def put_game(self, game_id: str, facts: Facts, *, force: bool = False) -> None:
        """Bring a game's places up to date; to those of an older version only with ``force``."""
        places = places_of_game(facts)
        self._put("games", game_id, places, facts.version, force=force)

    def drop_game(self, game_id: str) -> None:
        """Delete the places of a game that is not in the store."""
        self._put("games", game_id, (), force=True)

    def _put(
        self,
        kind: Kind,
        subject: str,
        places: Iterable[DirectoryPlace],
        version: int = 0,
        *,
        force: bool = False,
    ) -> None:
        about = PREFIX, subject, version, int(force), _lines(places)
        with translated_errors():
            _INDEX.run(self._client, [PREFIX + kind], *about)

    def outdated(self, players: Sequence[str]) -> list[str]:
        """Return those of some players whose places are not as they should be."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for player in players:
                pipeline.hmget(player_key(player), *FIELDS)
            stored = pipeline.execute()
            kept = self._client.hmget(PREFIX + "players", players) if players else []
        each = zip(players, stored, kept, strict=True)
        return [player for player, fields, known in each if _kept_form(fields) != known]

    def subjects(self, kind: Kind) -> Iterator[str]:
        """Yield all players or games that have places; some perhaps twice."""
        with translated_errors():
            for subject, _ in self._client.hscan_iter(PREFIX + kind, count=PAGE):
                yield subject.decode()

    def size(self, kind: Kind) -> int:
        """Return the number of players, or of games that have places."""
        with translated_errors():
            return int(self._client.hlen(PREFIX + kind))

    def players_named(self, text: str, cursor: str | None, count: int) -> DirectoryPage:
        """Return the players with a name or handle that begins so, or a word of it.

        A page may name fewer than ``count``, and a player again who was on the page before. Raises
        CursorInvalid.
        """
        return self._find(("names",), text, cursor, count)

    def games_titled(
        self, text: str, cursor: str | None, count: int, *, only_listed: bool
    ) -> DirectoryPage:
        """Return the games with a title that begins so, or a word of it, as ``players_named``."""
        sets = ("titles",) if only_listed else ("titles", "hidden")
        return self._find(sets, text, cursor, count)

    def _find(
        self, sets: Sequence[str], text: str, cursor: str | None, count: int
    ) -> DirectoryPage:
        prefix = search_form(text)[:LONGEST].encode()
        after = None if cursor is None else _member_in(cursor)
        if after is not None and not after.startswith(prefix):
            raise CursorInvalid(cursor)
        if not prefix:  # of the text nothing is left that one could see
            return DirectoryPage({}, None)
        low = b"[" + prefix if after is None else b"(" + after
        # No text in UTF-8 has the byte 255.
        high = b"(" + prefix + b"\xff"
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for each in sets:
                pipeline.zrangebylex(PREFIX + each, low, high, 0, count + 1)
            members = sorted(chain.from_iterable(pipeline.execute()))
        page = members[:count]
        subjects = (member.rpartition(SEPARATOR)[2].decode() for member in page)
        return DirectoryPage(
            dict.fromkeys(subjects, 0), _cursor_of(page[-1]) if members[count:] else None
        )

    def board(self, board: Board, cursor: str | None, count: int) -> DirectoryPage:
        """Return a page of players from the highest score on. Raises CursorInvalid."""
        return self._ranked(board, cursor, count)

    def open_games(
        self, creator: str, cursor: str | None, count: int, *, only_listed: bool = False
    ) -> DirectoryPage:
        """Return the open games that a player made, the newest first. Raises CursorInvalid."""
        # From a set of their own, so that neither a cursor nor a short page reveals unlisted games.
        name = "open_listed" if only_listed else "open"
        return self._ranked(f"{name}:{creator}", cursor, count)

    def scores(self, board: Board, players: Sequence[str]) -> dict[str, int]:
        """Return the scores that some players have on a board."""
        with translated_errors():
            scores = self._client.zmscore(PREFIX + board, players) if players else []
        return {player: int(score or 0) for player, score in zip(players, scores, strict=True)}

    def _ranked(self, name: str, cursor: str | None, count: int) -> DirectoryPage:
        key = PREFIX + name
        with translated_errors():
            first = 0 if cursor is None else self._rank_after(key, cursor)
            rows = self._client.zrevrange(key, first, first + count, withscores=True)
        page = rows[:count]
        subjects = {subject.decode(): int(score) for subject, score in page}
        following = _cursor_of(b"%d %s" % (page[-1][1], page[-1][0])) if rows[count:] else None
        return DirectoryPage(subjects, following)

    def _rank_after(self, key: str, cursor: str) -> int:
        score, _, member = _member_in(cursor).partition(b" ")
        if not score.isdigit() or not member:
            raise CursorInvalid(cursor)
        pipeline = self._client.pipeline(transaction=False)
        pipeline.zscore(key, member)
        pipeline.zrevrank(key, member)
        pipeline.zcount(key, b"(" + score, "+inf")
        present, rank, above = pipeline.execute()
        # If the cursor's subject has moved, the page repeats all subjects of its former score:
        # some come again, and none is left out.
        return int(rank + 1 if present == int(score) else above)


def places_of_player(
    name: bytes | None, own_name: bytes | None, handle: bytes | None, created_at: bytes | None
) -> list[DirectoryPlace]:
    """Return the places of a player by the stored fields, none for one who has left."""
    if name is None or created_at is None:
        return []
    # A muted player is found by their own name, too.
    texts = [each.decode() for each in (name, own_name, handle) if each]
    terms = dict.fromkeys(chain.from_iterable(map(search_terms, texts)))
    places = [DirectoryPlace("names", 0, term) for term in terms]
    return [*places, DirectoryPlace("newest", milliseconds(created_at.decode()))]


def places_of_game(facts: Facts) -> list[DirectoryPlace]:
    """Return the places of a game: by a title of its own, and while it is open or under way."""
    is_own = default_titles().get(facts.title) != facts.ruleset
    of_titles = "titles" if facts.listed else "hidden"
    places = [DirectoryPlace(of_titles, 0, term) for term in search_terms(facts.title) if is_own]
    begun = milliseconds(facts.created_at)
    if facts.status == "open" and facts.creator is not None:
        places.append(DirectoryPlace(f"open:{facts.creator}", begun))
        if facts.listed:
            places.append(DirectoryPlace(f"open_listed:{facts.creator}", begun))
    if facts.status == "live" and facts.study is None:
        players = (seat.player for seat in facts.seats if seat is not None)
        places += [
            DirectoryPlace(f"live:{player}", begun) for player in dict.fromkeys(players) if player
        ]
    return places


def _kept_form(fields: Sequence[bytes | None]) -> bytes | None:
    lines = _lines(places_of_player(*fields))
    return f"0\n{lines}".encode() if lines else None


def _lines(places: Iterable[DirectoryPlace]) -> str:
    return "\n".join(f"{place.set} {place.score} {place.term}" for place in places)


def _cursor_of(member: bytes) -> str:
    return base64.urlsafe_b64encode(member).decode().rstrip("=")


def _member_in(cursor: str) -> bytes:
    try:
        return base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars="-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise CursorInvalid(cursor) from error


def player_ids(client: Any) -> Iterator[str]:
    """Yield the ids of all players; some perhaps twice. The whole store is walked."""
    prefix = player_key("")
    with translated_errors():
        for key in client.scan_iter(match=f"{prefix}p*", count=PAGE):
            player = key.decode().removeprefix(prefix)
            if ID.fullmatch(player):
                yield player
