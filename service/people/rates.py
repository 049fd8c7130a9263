"""Rates: the requests of each account and address, counted in one process.

A generic limiter parsed its limits and started a timer at each request, which took a fifth of a
move's CPU: these windows do neither.
"""

from collections.abc import Callable
from math import ceil
from time import monotonic

from limits import RateLimitItem, parse_many

from service.settings.config import ADDRESS_SHARE

SWEEP = 1_000
"""The number of accounts that are counted before closed windows are dropped."""


BOT_SHARE = 2
"""A bot account gets this many times a person's requests, as it may play many games."""


class RateExceeded(Exception):
    """One request too many; ``retry_after`` is in seconds."""

    def __init__(self, limit: RateLimitItem, retry_after: int) -> None:
        self.limit, self.retry_after = limit, retry_after
        super().__init__(str(limit))


class _Window:
    """One limit: for each name the requests since its window opened, and when that closes."""

    def __init__(self, limit: RateLimitItem, share: int) -> None:
        self.limit = type(limit)(share * limit.amount, limit.multiples)
        self._most, self._seconds = self.limit.amount, self.limit.get_expiry()
        self._counted: dict[str, tuple[int, float]] = {}
        self._sweep = SWEEP

    def hit(self, name: str, now: float) -> None:
        """Count a request. Raises RateExceeded."""
        count, closes = self._counted.get(name, (0, 0.0))
        if now >= closes:
            count, closes = 0, now + self._seconds
        self._counted[name] = (count + 1, closes)
        if count >= self._most:
            raise RateExceeded(self.limit, max(1, ceil(closes - now)))
        if len(self._counted) >= self._sweep:
            self._forget_closed(now)

    def _forget_closed(self, now: float) -> None:
        self._counted = {name: kept for name, kept in self._counted.items() if now < kept[1]}
        self._sweep = SWEEP + 2 * len(self._counted)


class Rates:
    """Fixed windows for accounts, and for addresses, whose limits are those of several accounts."""

    def __init__(self, limits: str, clock: Callable[[], float] = monotonic, times: int = 1) -> None:
        """``limits`` are written as ``10 per second; 300 per minute``, and allowed ``times``."""
        self._clock = clock
        self._windows = [_windows(limit, times) for limit in sorted(parse_many(limits))]

    def hit(self, account: str, address: str) -> None:
        """Count a request, against the shortest limit first. Raises RateExceeded.

        A request that is refused to an account has already counted for its address.
        """
        now = self._clock()
        for _, of_address in self._windows:
            of_address.hit(address, now)
        for of_account, _ in self._windows:
            of_account.hit(account, now)


def _windows(limit: RateLimitItem, times: int) -> tuple[_Window, _Window]:
    return _Window(limit, times), _Window(limit, ADDRESS_SHARE * times)
