"""Rates: the requests of each account and address, counted in one process.

A generic limiter parsed its limits and started a timer at each request, which took a fifth of a
move's CPU: these windows do neither.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from time import monotonic

from limits import RateLimitItem, parse_many

from service.settings.config import ADDRESS_SHARE

SWEEP = 1_000
"""The number of accounts that are counted before closed windows are dropped."""


BOT_SHARE = 2
"""A bot account gets this many times a person's requests, as it may play many games."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is left of a limit of ``most`` requests within ``seconds``.

    ``reset`` is in seconds, None if nobody has asked the store for it.
    """

    name: str
    most: int
    seconds: int
    remaining: int
    reset: int | None = None


class RateExceeded(Exception):
    """One request too many; says which limit is used up."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        super().__init__(f"{standing.most} per {standing.seconds} s")

    @property
    def retry_after(self) -> int:
        """The seconds to wait."""
        return self.standing.reset or 1


class _Window:
    """One limit: for each name the requests since its window opened, and when that closes."""

    def __init__(self, party: str, limit: RateLimitItem, share: int) -> None:
        self._most, self._seconds = share * limit.amount, limit.get_expiry()
        self._called = f"{party}-{self._seconds}s"
        self._counted: dict[str, tuple[int, float]] = {}
        self._sweep = SWEEP

    def hit(self, name: str, now: float) -> None:
        """Count a request. Raises RateExceeded."""
        count, closes = self._counted.get(name, (0, 0.0))
        if now >= closes:
            count, closes = 0, now + self._seconds
        self._counted[name] = (count + 1, closes)
        if count >= self._most:
            raise RateExceeded(self.standing(name, now))
        if len(self._counted) >= self._sweep:
            self._forget_closed(now)

    def standing(self, name: str, now: float) -> Standing:
        """Return what is left to a name until its window closes."""
        count, closes = self._counted.get(name, (0, now + self._seconds))
        reset = max(1, ceil(closes - now))
        return Standing(self._called, self._most, self._seconds, max(0, self._most - count), reset)

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

    def standings(self, account: str) -> list[Standing]:
        """Return what is left to an account of each limit."""
        now = self._clock()
        return [of_account.standing(account, now) for of_account, _ in self._windows]


def _windows(limit: RateLimitItem, times: int) -> tuple[_Window, _Window]:
    of_address = _Window("address", limit, ADDRESS_SHARE * times)
    return _Window("requests", limit, times), of_address
