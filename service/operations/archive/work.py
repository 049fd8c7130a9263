"""The archive's part of a worker: seal the games that are due, and trim feeds."""

from collections.abc import Callable, Collection

from service.operations.archive.archivist import Archivist, Rest
from service.operations.archive.sealing import Sealer
from service.operations.archive.trimming import Trimmer
from service.store.redis_store import RedisStore


class Archive:
    """Seals the games that ended ``days`` ago (none if it is 0), and trims all feeds.

    ``warn`` is called once, before the first work on shard 0.
    """

    def __init__(
        self, store: RedisStore, days: float, warn: Callable[[], object] = lambda: None
    ) -> None:
        self._warn: Callable[[], object] | None = warn
        self._trimmer = Trimmer(store.client)
        sealer = sealer_of(store)
        self._archivist = Archivist(store.client, store.summaries, sealer, days) if days else None

    def work(
        self, shards: Collection[int], rest: Rest, still: Callable[[], bool] = lambda: True
    ) -> int:
        """Do the work that is due in these shards; return the number of games sealed.

        ``still`` is asked before each step. Raises StoreUnavailable.
        """
        # Only the worker with shard 0 checks, as one warning is enough for all workers.
        if self._warn and 0 in shards:
            self._warn()
            self._warn = None
        self._trimmer.trim(shards, still=still)
        return self._archivist.seal_due(shards, rest, still) if self._archivist else 0


def sealer_of(store: RedisStore) -> Sealer:
    """Return a sealer with the clients of a store."""
    return Sealer(store.client, store.writing, store.outside)
