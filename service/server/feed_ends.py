"""The last known ends of the shards' feeds, kept beside the append-only file.

An event is on the disk before it is acknowledged. A server that comes back with fewer events has
lost its file, or was given an older one.
"""

import logging
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec
from redis import Redis
from redis.exceptions import ResponseError

from service.machine import clock
from service.machine.os_errors import plain
from service.redis.shards import SHARDS, feed_key

# Never lowered while the server runs: even FLUSHALL must not wipe the evidence of a loss.
NAME = "heads.json"

log = logging.getLogger("service.server.heads")


Shard = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,2}$")]
FeedId = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,19}-[0-9]{1,19}$")]


class FeedEnds(msgspec.Struct, frozen=True):
    """For each shard, the number of lines ever added to its feed, and the id of the last one."""

    at: str = ""
    feeds: dict[Shard, tuple[int, FeedId]] = {}

    @property
    def events(self) -> int:
        """The number of events: each has one entry in a feed."""
        return sum(count for count, _ in self.feeds.values())


def read(client: Redis) -> FeedEnds:
    """Read the ends from the server, in one round trip. Raises RedisError."""
    pipeline = client.pipeline(transaction=False)
    for shard in range(SHARDS):
        pipeline.xinfo_stream(feed_key(shard))
    replies: list[Any] = pipeline.execute(raise_on_error=False)
    ends = {str(shard): _read(reply) for shard, reply in enumerate(replies)}
    return FeedEnds(clock.now(), {shard: end for shard, end in ends.items() if end})


def _read(reply: Any) -> tuple[int, str] | None:
    """Return the number of lines ever added to a feed, and the last one's id; None for no feed."""
    # Not the number of lines it has now, as feeds are trimmed.
    if isinstance(reply, ResponseError) and "no such key" in str(reply):
        return None
    if isinstance(reply, Exception):
        raise reply
    return reply["entries-added"], reply["last-entry"][0].decode()


def lost_events(client: Redis, known: FeedEnds, now: FeedEnds) -> int:
    """Return the number of known events that are gone; at least 1 if a feed was replaced."""
    gone = 0
    for shard, (count, last) in known.feeds.items():
        held, end = now.feeds.get(shard, (0, ""))
        gone += max(count - held, 0 if _holds(client, shard, last, end) else 1)
    return gone


def encode(ends: FeedEnds) -> str:
    """Return the ends as the text of their file."""
    return msgspec.json.encode(ends).decode()


def load(folder: Path) -> FeedEnds:
    """Read the ends that were kept in a folder; empty without a file."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=FeedEnds)
    except FileNotFoundError:
        return FeedEnds()
    except (msgspec.DecodeError, ValueError, OSError) as error:
        log.warning("%s is not compared with the record: %s", folder / NAME, plain(error))
        return FeedEnds()


def loss_message(folder: Path, known: FeedEnds, now: FeedEnds, gone: int) -> str:
    """Return a message for the host: how many events are missing, and the remedy."""
    return (
        f"Events are missing: {folder} held {known.events} at {known.at}, of which {gone} are "
        f"gone; now it holds {now.events}. Stop the service and put back the newest backup of "
        f"{folder}, or remove {folder / NAME} to go on without them."
    )


def _holds(client: Redis, shard: str, last: str, end: str) -> bool:
    """True if the feed still has the line ``last``, or has trimmed it."""
    feed, redis = feed_key(int(shard)), cast("Any", client)
    if end == last or redis.xrange(feed, last, last):
        return True
    about = redis.xinfo_stream(feed) if redis.exists(feed) else None
    if about is None or about["entries-added"] == about["length"]:
        return False
    return bool(redis.xrange(feed, last, count=1)[0][0] == about["first-entry"][0])
