"""The newest summary of each game, which ``append.lua`` writes with its events::

    {s17}:games   by game the id of the feed's line that tells of it, and its summary

A game written by an older release or a tool has none, or one that is behind its feed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from importlib.resources import files
from itertools import islice
from typing import Any

from redis import Redis

from projections.stored_summaries import Stored
from service.store.contract import shard_of
from service.store.reaching import reaching

CHUNK = 500
"""Summaries of a shard that are read at once."""

_LUA = files("service.store").joinpath("lua")


def summaries_key(shard: int) -> str:
    """Return the hash of the newest summaries of a shard's games."""
    return f"{{s{shard:02}}}:games"


class Summaries:
    """The newest summaries on one server. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers
        self._keep = self._client.register_script(_LUA.joinpath("keep.lua").read_text("utf-8"))
        self._whole = self._client.register_script(_LUA.joinpath("whole.lua").read_text("utf-8"))

    def newest(self, games: Collection[str]) -> dict[str, Stored]:
        """Return the summaries of these games that have one, those of a shard at one moment."""
        by_shard: dict[int, list[str]] = defaultdict(list)
        for game in games:
            by_shard[shard_of(game)].append(game)
        with reaching():
            pipeline = self._client.pipeline(transaction=False)
            for shard, some in by_shard.items():
                pipeline.hmget(summaries_key(shard), some)
            replies = pipeline.execute()
        ids = [game for some in by_shard.values() for game in some]
        values = [value for reply in replies for value in reply]
        return {game: _stored(v) for game, v in zip(ids, values, strict=True) if v is not None}

    def keep(self, shard: int, game_id: str, version: int, stored: Stored) -> None:
        """Keep a game's summary unless a newer one is kept."""
        value = b"%s %s" % (stored.line.encode(), stored.summary)
        with reaching():
            self._keep(keys=[summaries_key(shard)], args=[game_id, version, value])

    def end_if_whole(self, shard: int) -> str | None:
        """Return the mark of a feed's last line if each game there has its newest summary."""
        with reaching():
            last = self._whole(keys=[f"{{s{shard:02}}}:feed", summaries_key(shard)])
        return b" ".join(last).decode().rstrip() if last else None

    def each(self, shard: int, after: str) -> Iterator[dict[str, Stored]]:
        """Yield a shard's summaries whose lines are after an id, in chunks.

        Each is at least as new as it was when the first chunk was read.
        """
        last = _place(after)
        with reaching():
            fields = self._client.hscan_iter(summaries_key(shard), count=CHUNK)
            while chunk := dict(islice(fields, CHUNK)):
                each = ((game.decode(), _stored(value)) for game, value in chunk.items())
                yield {game: stored for game, stored in each if _place(stored.line) > last}


def _place(line: str) -> tuple[int, int]:
    time, _, number = line.partition("-")
    return int(time), int(number)


def _stored(value: bytes) -> Stored:
    line, _, summary = value.partition(b" ")
    return Stored(line.decode(), summary)
