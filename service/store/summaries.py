"""The newest summary of each game, which ``append.lua`` writes with its events::

    {s17}:games     for each game the id of its line in the feed, and its summary
    {s17}:changed   the same games by the time of that line
    {s17}:settled   the last line of the feed up to which each game has its newest summary

Summaries are in one hash per shard: in the lines of the feed they would double a record's memory.

A game written by an older release or a tool has no summary, or an old one. An append advances
``settled`` only from the line just before its own. So ``settled`` stays before the lines of such
writers, until ``apply.lua`` finds that a read model has reached the feed's end. Lines are not
counted, as the beginning of a feed may be trimmed.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from redis import Redis

from projections.stored_summaries import Changed, End, Stored
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script
from service.redis.shards import shard_of

_KEEP = Script.of("service.store", "keep.lua")


def summaries_key(shard: int) -> str:
    """Return the hash of the newest summaries of a shard's games."""
    return f"{{s{shard:02}}}:games"


def changed_key(shard: int) -> str:
    """Return the set of a shard's games by the time of their summaries' lines."""
    return f"{{s{shard:02}}}:changed"


def summary_keys(shard: int) -> tuple[str, str, str]:
    """Return the keys of a shard's summaries, of its games by time, and of the settled line."""
    return summaries_key(shard), changed_key(shard), f"{{s{shard:02}}}:settled"


class ServerSummaries:
    """The newest summaries on one server. Every method may raise StoreUnavailable."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # redis-py does not type bytes answers

    def newest(self, games: Collection[str]) -> dict[str, Stored]:
        """Return the summaries that these games have; those of one shard are of one moment."""
        by_shard: dict[int, list[str]] = defaultdict(list)
        for game in games:
            by_shard[shard_of(game)].append(game)
        with translated_errors():
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
        keys, at = (summaries_key(shard), changed_key(shard)), stored.line.partition("-")[0]
        with translated_errors():
            _KEEP.run(self._client, keys, game_id, version, at, value)

    def ends(self, shards: Collection[int]) -> dict[int, End]:
        """Return the ends of these shards' feeds, if they have lines."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard in shards:
                pipeline.get(summary_keys(shard)[2])
                pipeline.xrevrange(f"{{s{shard:02}}}:feed", count=1)
            replies = pipeline.execute()
        each = zip(shards, replies[::2], replies[1::2], strict=True)
        return {shard: _end(settled, last) for shard, settled, last in each if last}

    def changed(self, since: Mapping[int, int], limit: int) -> dict[int, list[Changed]]:
        """Return the first games with a summary of this time or later, in order, by shard."""
        with translated_errors():
            pipeline = self._client.pipeline(transaction=False)
            for shard, at in since.items():
                pipeline.zrangebyscore(changed_key(shard), at, "+inf", 0, limit, withscores=True)
            replies = pipeline.execute()
        return {
            shard: [Changed(game.decode(), int(at)) for game, at in games]
            for shard, games in zip(since, replies, strict=True)
        }


def _end(settled: bytes | None, last: Any) -> End:
    [(line, fields)] = last
    return End(f"{line.decode()} {fields.get(b'h', b'').hex()}".rstrip(), settled == line)


def _stored(value: bytes) -> Stored:
    line, _, summary = value.partition(b" ")
    return Stored(line.decode(), summary)
