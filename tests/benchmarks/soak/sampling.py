"""Samples of a running service: memory and open files of its processes, store, and lag."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, time
from typing import Any

from service.operations.archive.progress import followers, places
from service.redis.shards import SHARDS
from service.store.redis_store import RedisStore, feed_key
from tests.benchmarks.soak.growth import Sample
from tests.service.running import Running

EVERY_SECONDS = 10.0
NAMES = {
    "gunicorn": "web",
    "worker": "worker",
    "bots": "bots",
    "nursery": "nursery",
    "preloaded": "preloaded",
    "valkey": "server",
}
"""Kinds of processes by a part of their command lines; the first that fits holds."""


class Sampler(Thread):
    """Looks at a service every ten seconds until it is told to stop."""

    def __init__(self, run: Running, store: RedisStore) -> None:
        super().__init__(daemon=True)
        self.samples: list[Sample] = []
        self._run, self._store = run, store
        self._begun = monotonic()
        self._stop_asked = Event()

    def run(self) -> None:
        """Look until told to stop."""
        while not self._stop_asked.wait(EVERY_SECONDS):
            self.samples.append(self.look())

    def stop(self) -> None:
        """End after the present look; a series that broke off is no verdict."""
        assert self.is_alive(), f"sampling ended after {len(self.samples)} looks"
        self._stop_asked.set()
        self.join()

    def look(self) -> Sample:
        """Return a sample of now."""
        memory, files = {}, {}
        for pid, line in self._run.session().items():
            with suppress(OSError):
                name = f"{_name(line)} {pid}"
                memory[name], files[name] = _resident(pid), len(os.listdir(f"/proc/{pid}/fd"))
        info: Any = self._store.client.info("memory")
        memory["store data"] = int(info["used_memory_dataset"])
        return Sample(monotonic() - self._begun, self._events(), memory, files, self._lag())

    def _events(self) -> int:
        """Return how many events were ever recorded, feeds trimmed or not."""
        pipeline: Any = self._store.client.pipeline(transaction=False)
        for shard in range(SHARDS):
            pipeline.xinfo_stream(feed_key(shard))
        replies = pipeline.execute(raise_on_error=False)
        return sum(reply["entries-added"] for reply in replies if isinstance(reply, dict))

    def _lag(self) -> float:
        """Return how old the oldest line is that a follower has not applied."""
        oldest = [
            int(line.id.partition("-")[0]) / 1000
            for model in followers(self._store.client).values()
            for line in self._next_lines(model)
        ]
        return max(time() - min(oldest), 0.0) if oldest else 0.0

    def _next_lines(self, model: Any) -> Iterator[Any]:
        behind = places(self._store, model).items()
        for shard, (reached, end) in behind:
            if reached != end:
                yield from self._store.feed(shard, reached, 1)


def _name(line: str) -> str:
    return next((name for part, name in NAMES.items() if part in line), "launcher")


def _resident(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
