"""The levels of the whole store: what it holds, what lags, waits and is broken."""

import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from domain.record.times import milliseconds
from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE
from projections.contract import BEGINNING, Model, id_of
from service.context import Services
from service.notices.account_events.teller import AccountEvents
from service.notices.follower import Following
from service.redis.cluster import masters
from service.redis.error_translation import translated_errors
from service.redis.leases import LEASE_SECONDS, SLICES, holders, prefix
from service.redis.shards import SHARDS
from service.store.broken_games import BrokenRecords, ShardWalk
from service.store.contract import EventStore
from service.store.installation import backed_up

# Counting further would show nothing new: a thousand lines are alarming already.
MOST_LINES = 1_000
"""The most lines of a shard's feed that are counted."""
ORDERS = (("with_people", WITH_PEOPLE), ("bots_alone", BOTS_ALONE))
"""The orders of games that wait for bots, by their names in metrics."""


@dataclass(frozen=True, slots=True)
class WaitLevel:
    """A number of lines, games or the like, and the seconds that the oldest has waited."""

    number: int
    seconds: float


@dataclass(frozen=True, slots=True)
class StoreLevels:
    """The levels of a store; ``lag`` is by follower, ``bots`` by order.

    Times are seconds since 1970, 0 if unknown; ``memory`` and ``memory_limit`` (0: none) are bytes
    of the fullest master. ``late`` are the seconds past the moment of the oldest notice and of the
    oldest delivery.
    """

    lag: Mapping[str, WaitLevel]
    workers: int
    bots: Mapping[str, WaitLevel]
    notices: int
    late: tuple[float, float]
    games: int
    broken: int
    disputed: int
    verified_age: float
    leaves: int
    memory: int
    memory_limit: int
    backed_up: float


def levels_of(own: Services) -> StoreLevels:
    """Return the levels of a service's store, in some ten round trips. Raises StoreUnavailable."""
    client, now = own.read_models.client, time.time()
    broken = BrokenRecords(client)
    marks, walks = broken.marks().values(), broken.walks()
    disputed = sum(mark.disputed for mark in marks)
    memory, limit = _memory(client)
    return StoreLevels(
        lag={name: _lag(own.store, model, now) for name, model in _followers(own).items()},
        workers=sum(h.seconds < LEASE_SECONDS for h in holders(client, "projections")),
        bots={name: _bots(own, order, now) for name, order in ORDERS},
        notices=sum(_each_slice(client, "pending", lambda pipe, key: pipe.zcard(key))),
        late=(_late(client, "pending", now), _late(client, "due", now)),
        games=sum(count for _, count in walks.values()),
        broken=len(marks) - disputed,
        disputed=disputed,
        verified_age=verified_age(walks, now),
        leaves=own.heads.size(),
        memory=memory,
        memory_limit=limit,
        backed_up=backed_up(client),
    )


def _followers(own: Services) -> dict[str, Model]:
    client = own.read_models.client
    return {
        "read_models": own.read_models.live(),
        "account_events": AccountEvents(client),
        "notices": Following(client, 0),
    }


def _lag(store: EventStore, model: Model, now: float) -> WaitLevel:
    lines, oldest = behind(store, model)
    return WaitLevel(lines, max(0.0, now - oldest) if lines else 0.0)


def _bots(own: Services, order: str, now: float) -> WaitLevel:
    games, since = own.read_models.bots_waiting_since(order)
    age = now - milliseconds(since) / 1000 if since else 0.0
    return WaitLevel(games, max(0.0, age))


def _late(client: Redis, name: str, now: float) -> float:
    """Return the seconds since the earliest moment in any slice's part."""
    firsts = _each_slice(client, name, lambda pipe, key: pipe.zrange(key, 0, 0, withscores=True))
    moments = [first[0][1] / 1000 for first in firsts if first]
    return max(0.0, now - min(moments, default=now))


def _each_slice(client: Redis, name: str, ask: Callable[[Any, str], object]) -> list[Any]:
    with translated_errors():
        pipeline: Any = client.pipeline(transaction=False)
        for number in range(SLICES):
            ask(pipeline, f"{prefix(number)}{name}")
        return list(pipeline.execute())


def _memory(client: Redis) -> tuple[int, int]:
    """Return the memory of the fullest master and its limit, zeros if INFO is forbidden."""
    memory: list[Any] = []
    with translated_errors(), suppress(ResponseError):  # a hosted server may forbid INFO
        memory = [master.info("memory") for master in masters(client)]
    fullest: Mapping[str, Any] = max(memory, key=_fullness, default={})
    return int(fullest.get("used_memory", 0)), int(fullest.get("maxmemory", 0))


def _fullness(memory: Mapping[str, Any]) -> float:
    limit = memory.get("maxmemory", 0)
    return float(memory["used_memory"] / limit if limit else 0.0)


def behind(store: EventStore, model: Model) -> tuple[int, float]:
    """Return the number of lines that a model has not followed, and the time of the oldest one."""
    reached, ends = model.checkpoints(), store.feed_ends()
    at = {shard: id_of(reached.get(shard, BEGINNING)) for shard in range(SHARDS)}
    late = [(shard, at[shard]) for shard, end in ends.items() if at[shard] != end]
    feeds = [feed for feed in store.feeds(late, MOST_LINES) if feed] if late else []
    oldest = min((_time_of(feed[0].id) for feed in feeds), default=0.0)
    return sum(map(len, feeds)), oldest


def verified_age(walks: Mapping[int, tuple[ShardWalk, int]], now: float) -> float:
    """Return the seconds since the last complete walk of the shard that waits longest.

    Without a complete walk, they count from the start of the first one. Only shards with games
    count.
    """
    begun = [walk.whole or walk.began for walk, count in walks.values() if count]
    return max(0.0, now - min((moment / 1000 for moment in begun if moment), default=now))


def _time_of(line_id: str) -> float:
    return int(line_id.partition("-")[0]) / 1000


def disk_of(own: Services) -> tuple[int, int] | None:
    """Return the free and all bytes of the disk of the embedded server; None for another store."""
    if own.config.redis_url is not None:
        return None
    try:
        usage = shutil.disk_usage(own.config.data)
    except OSError:
        return None
    return usage.free, usage.total
