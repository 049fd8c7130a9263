"""Writing records, feeds and summaries past the service, in the form that its appends leave."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from service.redis.shards import shard_of
from service.store.redis_store import feed_key, stream_key
from service.store.summaries import changed_key, summaries_key, summary_keys

ENTRIES = """
for version, entry in ipairs(ARGV) do redis.call('XADD', KEYS[1], version .. '-0', 'e', entry) end
"""
LINES = """
for at = 1, #ARGV, 4 do
  local id, game, version, hash = unpack(ARGV, at, at + 3)
  redis.call('XADD', KEYS[1], id, 'game', game, 'version', version, 'h', hash)
end
"""
LINES_AT_ONCE, SUMMARIES_AT_ONCE = 500, 200


class Line(NamedTuple):
    """A line of a feed."""

    id: str
    game: str
    version: int
    hash: bytes


class Writing:
    """Writes into a store that nobody else uses."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._entries = client.register_script(ENTRIES)
        self._lines = client.register_script(LINES)

    def write_records(self, records: Mapping[str, list[bytes]]) -> None:
        """Write the entries of new games."""
        pipeline = self._client.pipeline(transaction=False)
        for game, entries in records.items():
            self._entries([stream_key(game)], entries, client=pipeline)
        pipeline.execute()

    def write_lines(self, shard: int, lines: Iterable[Line]) -> None:
        """Append to a shard's feed; there are newest summaries up to its end."""
        last, lines = "", iter(lines)
        while some := list(islice(lines, LINES_AT_ONCE)):
            self._lines([feed_key(shard)], [part for line in some for part in line])
            last = some[-1].id
        if last:
            self._client.set(summary_keys(shard)[2], last)

    def write_summaries(self, summaries: Mapping[str, tuple[str, bytes]]) -> None:
        """Write each game's newest summary, and its line in the feed of summaries."""
        pairs = iter(summaries.items())
        while some := list(islice(pairs, SUMMARIES_AT_ONCE)):
            pipeline = self._client.pipeline(transaction=False)
            for game, (line, summary) in some:
                shard = shard_of(game)
                pipeline.hset(summaries_key(shard), game, f"{line} ".encode() + summary)
                pipeline.zadd(changed_key(shard), {game: int(line.partition("-")[0])})
            pipeline.execute()
