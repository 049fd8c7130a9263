"""A worker's survey of the whole store, for metrics that no process counts by itself."""

import logging
import threading
import time
from collections.abc import Iterator

from service.context import Services
from service.moderation.store_levels import StoreLevels, levels_of
from service.redis.errors import StoreUnavailable
from service.telemetry import instruments
from service.telemetry.counting import is_on
from service.telemetry.series import Series

# The first pause lets the service start first.
FIRST_SECONDS, SECONDS = 2.0, 10.0

log = logging.getLogger("service.worker.surveying")


class Survey:
    """Looks at the whole store every few seconds; several workers find the same."""

    def __init__(self, own: Services) -> None:
        self._own = own

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
        now, levels = time.time(), levels_of(self._own)
        for name, lag in levels.lag.items():
            instruments.LAG_LINES.of(name).set(lag.number)
            instruments.LAG_SECONDS.of(name).set(lag.seconds)
        for order, bots in levels.bots.items():
            instruments.BOTS_WAITING.of(order).set(bots.number)
            instruments.BOTS_WAITING_SECONDS.of(order).set(bots.seconds)
        instruments.BROKEN_GAMES.of("broken").set(levels.broken)
        instruments.BROKEN_GAMES.of("disputed").set(levels.disputed)
        for series, level in _series_of(levels):
            series.set(level)
        instruments.SURVEYED.set(now)


def _series_of(levels: StoreLevels) -> Iterator[tuple[Series, float]]:
    notice, delivery = levels.late
    yield instruments.WORKERS, levels.workers
    yield instruments.NOTICES_PENDING, levels.notices
    yield instruments.NOTICES_LATE_SECONDS, notice
    yield instruments.DELIVERIES_LATE_SECONDS, delivery
    yield instruments.GAMES, levels.games
    yield instruments.VERIFIED_AGE_SECONDS, levels.verified_age
    yield instruments.HEAD_LOG_LEAVES, levels.leaves
    yield instruments.STORE_MEMORY, levels.memory
    yield instruments.STORE_MEMORY_LIMIT, levels.memory_limit
    yield instruments.BACKUP_TIME, levels.backed_up
