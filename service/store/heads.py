"""The last known heads of the shards' feeds, kept beside the append-only file.

An event is on the disk before it is acknowledged. A server that comes back with fewer events has
lost its file, or was given an older one.
"""

import logging
from pathlib import Path
from typing import Annotated, Any

import msgspec
from redis import Redis

from service import clock
from service.store.contract import SHARDS
from service.store.record_keys import feed_key

NAME = "heads.json"

log = logging.getLogger(__name__)


Shard = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,2}$")]
FeedId = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,19}-[0-9]{1,19}$")]


class Heads(msgspec.Struct, frozen=True):
    """The length of each shard's feed, and the id of its last entry."""

    at: str = ""
    feeds: dict[Shard, tuple[int, FeedId]] = {}

    @property
    def events(self) -> int:
        """The number of events: each has one entry in a feed."""
        return sum(count for count, _ in self.feeds.values())


def read(client: Redis) -> Heads:
    """Read the heads from the server, in one round trip. Raises RedisError."""
    pipeline = client.pipeline(transaction=False)
    for shard in range(SHARDS):
        pipeline.xlen(feed_key(shard))
        pipeline.xrevrange(feed_key(shard), count=1)
    replies: list[Any] = pipeline.execute()
    pairs = enumerate(zip(replies[::2], replies[1::2], strict=True))
    feeds = {str(shard): (count, last[0][0].decode()) for shard, (count, last) in pairs if last}
    return Heads(clock.now(), feeds)


def lost(client: Redis, known: Heads, now: Heads) -> int:
    """Return the number of known events that are gone; at least 1 if a feed was replaced."""
    gone = 0
    for shard, (count, last) in known.feeds.items():
        held, head = now.feeds.get(shard, (0, ""))
        gone += max(count - held, 0 if _holds(client, shard, last, head) else 1)
    return gone


def encode(heads: Heads) -> str:
    """Return the heads as the text of their file."""
    return msgspec.json.encode(heads).decode()


def load(folder: Path) -> Heads:
    """Read the heads that were kept in a folder; empty without a file."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Heads)
    except FileNotFoundError:
        return Heads()
    except (msgspec.DecodeError, ValueError, OSError) as error:
        log.warning("%s is not compared with the record: %s", folder / NAME, error)
        return Heads()


def loss_message(folder: Path, known: Heads, now: Heads, gone: int) -> str:
    """Return a message for the operator: how many events are missing, and what to do."""
    return (
        f"Events are missing: {folder} held {known.events} at {known.at}, of which {gone} are "
        f"gone; now it holds {now.events}. Stop the service and put back the newest backup of "
        f"{folder}, or remove {folder / NAME} to go on without them."
    )


def _holds(client: Redis, shard: str, last: str, head: str) -> bool:
    """True if the feed still has the entry that was its last one."""
    return head == last or bool(client.xrange(feed_key(int(shard)), last, last))
