"""The line in which new players wait when they come faster than the host's bound.

A place is a time, and a ticket is a signed place: the store keeps one time for the whole line, and
a flood of any length takes no memory. Several processes, on a cluster as well, share it by one
script on one key. Places of those who leave stay empty, so the bound holds.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any

from limits import parse
from redis import Redis

from service.machine import clock
from service.redis.error_translation import translated_errors
from service.redis.scripts import Script

KEY = "new_players:line"
LONGEST_MS = 30 * 60 * 1000
"""The longest wait that is offered."""
GRACE_MS = 5 * 60 * 1000
"""A ticket lets in for this long after its time."""

_JOIN = Script.of("service.people", "join_line.lua")


@dataclass(frozen=True, slots=True)
class Ticket:
    """A place in the line: its ticket, its number from the front, and the seconds to wait."""

    ticket: str
    place: int
    seconds: int


class LineWaits(Exception):
    """The new player has to wait in the line, with this ticket."""

    def __init__(self, ticket: Ticket) -> None:
        self.ticket = ticket
        super().__init__(ticket.place)


class LineFull(Exception):
    """The line is as long as it may be; it is shorter after some ``seconds``."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(seconds)


class WaitingLine:
    """``new_players:line`` holds the time of the next place."""

    def __init__(self, client: Redis, bound: str, read_key: Callable[[], bytes]) -> None:
        """``bound`` is a rate such as ``600 per hour``; ``read_key`` returns the signing key."""
        self._client: Any = client  # redis-py does not type bytes answers
        limit = parse(bound)
        self._whole = limit.get_expiry() * 1000
        self._interval = max(1, self._whole // limit.amount)
        self._key = read_key

    def enter(self) -> None:
        """Let a new player in, or give them a place. Raises LineWaits, LineFull."""
        now, place_id = clock.now_ms(), secrets.token_hex(8)
        arguments = now, self._interval, self._whole, LONGEST_MS, place_id
        with translated_errors():
            time = int(_JOIN.run(self._client, [KEY], *arguments))
        if time < 0:
            raise LineFull(ceil(self._interval / 1000))
        if time > now:
            raise LineWaits(self._ticket(f"{time}.{place_id}", time - now))

    def use(self, ticket: str) -> bool:
        """Use a ticket up: True lets its holder in, once. Raises LineWaits before its time.

        False for a ticket that is void or used, which then has to be replaced.
        """
        place, _, stamp = ticket.rpartition(".")
        if not hmac.compare_digest(self._stamp(place).encode(), stamp.encode()):
            return False
        left = int(place.partition(".")[0]) - clock.now_ms()
        if left > 0:
            raise LineWaits(self._ticket(place, left))
        return left > -GRACE_MS and self._is_first_use(place)

    def _is_first_use(self, place: str) -> bool:
        with translated_errors():
            key = f"{KEY}:used:{place}"
            return bool(self._client.set(key, 1, nx=True, px=GRACE_MS + 1000))

    def _ticket(self, place: str, left: int) -> Ticket:
        number = ceil(left / self._interval)
        return Ticket(f"{place}.{self._stamp(place)}", number, ceil(left / 1000))

    def _stamp(self, place: str) -> str:
        text = f"new player's place 1\n{place}"
        return hmac.digest(self._key(), text.encode(), hashlib.sha256).hex()[:32]
