"""A line in the log about a store that has been closed, in place of one for every failed try."""

import logging
import threading

from redis import Redis

from service.redis.closed import why_closed
from service.redis.reaching import STORE_ERRORS

PAUSE_SECONDS = 1.5
"""Between tries on a closed store; shorter than a stopped worker may take to end."""

log = logging.getLogger(__name__)


class ClosedNotice:
    """Tells once why a store takes no events, for all threads of a process."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._lock = threading.Lock()
        self._told: str | None = None

    def tell(self) -> bool:
        """Return True if the store is closed; log why, unless that was logged last."""
        try:
            why = why_closed(self._client)
        except STORE_ERRORS:
            return False
        self.note(why)
        return why is not None

    def note(self, why: str | None) -> None:
        """Log why the store takes no events (None: it is open), unless that was logged last."""
        with self._lock:
            is_new, self._told = why != self._told, why
        if why and is_new:
            log.warning("%s", why)
