"""A worker's survey of the whole store, for metrics that no process counts by itself."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from domain.record.times import milliseconds
from projections.bots_waiting import BOTS_ALONE, WITH_PEOPLE
from projections.contract import BEGINNING, Model, id_of
from service.account_events.teller import AccountEvents
from service.context import Services
from service.notices.follower import Following
from service.redis.cluster import masters
from service.redis.error_translation import translated_errors
from service.redis.errors import StoreUnavailable
from service.redis.leases import LEASE_SECONDS, SLICES, holders, prefix
from service.redis.shards import SHARDS
from service.store.broken_games import BrokenRecords, ShardWalk
from service.store.contract import EventStore
from service.store.installation import backed_up
from service.telemetry import instruments
from service.telemetry.counting import is_on

# The first pause lets the service start first.
FIRST_SECONDS, SECONDS = 2.0, 10.0
# Counting further would tell nothing new: a thousand lines are alarming already.
MOST_LINES = 1_000
"""The most lines of a shard's feed that are counted."""

log = logging.getLogger("service.worker.surveying")


class Survey:
    """Looks at the whole store every few seconds; several workers find the same."""

    def __init__(self, own: Services, client: Redis) -> None:
        self._own, self._client = own, client
        self._broken = BrokenRecords(self._client)

    def run(self, ended: threading.Event) -> None:
        """Look until the end, if metrics are on; an error must not end the worker's work."""
        pause = FIRST_SECONDS
        while is_on() and not ended.wait(pause):
            pause = SECONDS
            try:
                self.look()
            except StoreUnavailable as error:
                log.info("no survey: %s", error)
            except Exception:
                log.exception("no survey")

    def look(self) -> None:
        """Set all metrics of the store. Raises StoreUnavailable."""
        now = time.time()
        self._look_at_feeds(now)
        self._look_at_bots(now)
        self._look_at_notices(now)
        self._look_at_records(now)
        self._look_at_server()
        instruments.SURVEYED.set(now)

    def _look_at_feeds(self, now: float) -> None:
        models: dict[str, Model] = {
            "read_models": self._own.read_models.live(),
            "account_events": AccountEvents(self._client),
            "notices": Following(self._client, 0),
        }
        for name, model in models.items():
            lines, oldest = behind(self._own.store, model)
            instruments.LAG_LINES.of(name).set(lines)
            instruments.LAG_SECONDS.of(name).set(max(0.0, now - oldest) if lines else 0.0)
        at_work = [h for h in holders(self._client, "projections") if h.seconds < LEASE_SECONDS]
        instruments.WORKERS.set(len(at_work))

    def _look_at_bots(self, now: float) -> None:
        for label, list_name in (("with_people", WITH_PEOPLE), ("bots_alone", BOTS_ALONE)):
            games, since = self._own.read_models.bots_waiting_since(list_name)
            age = now - milliseconds(since) / 1000 if since else 0.0
            instruments.BOTS_WAITING.of(label).set(games)
            instruments.BOTS_WAITING_SECONDS.of(label).set(max(0.0, age))

    def _look_at_notices(self, now: float) -> None:
        pending = self._each_slice("pending", lambda pipe, key: pipe.zcard(key))
        instruments.NOTICES_PENDING.set(sum(pending))
        instruments.NOTICES_LATE_SECONDS.set(self._late("pending", now))
        instruments.DELIVERIES_LATE_SECONDS.set(self._late("due", now))

    def _late(self, name: str, now: float) -> float:
        """Return the seconds since the earliest moment in any slice's part."""
        firsts = self._each_slice(name, lambda pipe, key: pipe.zrange(key, 0, 0, withscores=True))
        moments = [first[0][1] / 1000 for first in firsts if first]
        return max(0.0, now - min(moments, default=now))

    def _each_slice(self, name: str, ask: Callable[[Any, str], object]) -> list[Any]:
        with translated_errors():
            pipeline: Any = self._client.pipeline(transaction=False)
            for number in range(SLICES):
                ask(pipeline, f"{prefix(number)}{name}")
            return list(pipeline.execute())

    def _look_at_records(self, now: float) -> None:
        marks = self._broken.marks().values()
        disputed = sum(mark.disputed for mark in marks)
        instruments.BROKEN_GAMES.of("broken").set(len(marks) - disputed)
        instruments.BROKEN_GAMES.of("disputed").set(disputed)
        walks = self._broken.walks()
        instruments.GAMES.set(sum(count for _, count in walks.values()))
        instruments.VERIFIED_AGE_SECONDS.set(verified_age(walks, now))
        instruments.HEAD_LOG_LEAVES.set(self._own.heads.size())

    def _look_at_server(self) -> None:
        memory: list[Any] = []
        with translated_errors(), suppress(ResponseError):  # a hosted server may forbid INFO
            memory = [master.info("memory") for master in masters(self._client)]
        fullest: Mapping[str, Any] = max(memory, key=_fullness, default={})
        instruments.STORE_MEMORY.set(fullest.get("used_memory", 0))
        instruments.STORE_MEMORY_LIMIT.set(fullest.get("maxmemory", 0))
        instruments.BACKUP_TIME.set(backed_up(self._client))


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


def _fullness(memory: Mapping[str, Any]) -> float:
    limit = memory.get("maxmemory", 0)
    return float(memory["used_memory"] / limit if limit else 0.0)
