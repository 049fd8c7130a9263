"""Read models that an older release has written are rebuilt by the worker itself, shard by shard.

While workers of two releases run side by side, the older one may write to a shard again after it
was rebuilt. Then it is rebuilt once more, but not within AGAIN_SECONDS.
"""

import logging
from collections.abc import Callable, Collection, Iterator
from time import monotonic

from projections.contract import Records
from service.readmodels.generations import GenerationProgress, Generations, Superseded
from service.readmodels.read_models import rebuild_shard

AGAIN_SECONDS = 60.0
"""The least time between two rebuilds of a shard by one worker."""
# The command `anabasis projections rebuild` begins all shards at once, and fills one by one.
ABANDONED_SECONDS = 600.0
"""The time without progress after which another's rebuild of a shard counts as ended."""

log = logging.getLogger(__name__)


class Renewal:
    """Finds and rebuilds shards with lists of an older form."""

    def __init__(
        self,
        records: Records,
        generations: Generations,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._records, self._generations, self._now = records, generations, now
        self._shadows: dict[int, tuple[GenerationProgress, float]] = {}
        self._renewed: dict[int, float] = {}

    def renew(
        self,
        shards: Collection[int],
        wait: Callable[[float], object],
        goes_on: Callable[[], bool],
    ) -> int:
        """Rebuild the outdated ones of these shards, at most half of the time; return their number.

        Raises StoreUnavailable.
        """
        renewed = 0
        for shard in self._outdated(sorted(shards)):
            if not goes_on():
                break
            begun = self._now()
            renewed += self._renew(shard, goes_on)
            wait(self._now() - begun)
        if renewed:
            log.info("%d shards had lists of an older release, and were rebuilt", renewed)
        return renewed

    def _outdated(self, shards: Collection[int]) -> Iterator[int]:
        if not shards:
            return
        shadows = self._generations.places("shadow", shards)
        for shard, live in self._generations.places("live", shards).items():
            last = self._renewed.get(shard)
            is_due = last is None or self._now() - last >= AGAIN_SECONDS
            if live.is_older and is_due and not self._is_rebuilt(shard, shadows.get(shard)):
                yield shard

    def _is_rebuilt(self, shard: int, shadow: GenerationProgress | None) -> bool:
        """True if somebody else seems to be rebuilding a shard."""
        if shadow is None:
            self._shadows.pop(shard, None)
            return False
        known, since = self._shadows.get(shard, (None, 0.0))
        if known != shadow:
            self._shadows[shard] = shadow, self._now()
            return True
        return self._now() - since < ABANDONED_SECONDS

    def _renew(self, shard: int, goes_on: Callable[[], bool]) -> bool:
        self._renewed[shard] = self._now()
        try:
            return rebuild_shard(self._records, self._generations, shard, goes_on)
        except Superseded:
            return False
