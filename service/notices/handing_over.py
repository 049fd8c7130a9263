"""Hands messages to receivers that users chose, and reads the answers that come in time."""

import time
from collections.abc import Callable, Collection, Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from msgspec import Struct

from service.machine import clock
from service.notices.contract import TryAgain, Undeliverable
from service.notices.public_addresses import AddressRefused

BUSY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
LONGEST_WAIT = 86_400.0


class Unreachable(Exception):
    """There was no answer; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answer(Struct, frozen=True):
    """A receiver's answer: its status, headers by lower-case name, and the body's first bytes."""

    status: int
    headers: dict[str, str]
    body: bytes


class Deadline:
    """The end of the time that a request has as a whole."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds left, more than 0. Raises Unreachable."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Unreachable("receiver_silent")
        return left


Post = Callable[[str, Mapping[str, str], bytes], Answer]
"""Return the answer to a POST, whatever its status. Raises AddressRefused, Unreachable."""


def hand_over(
    post: Post,
    url: str,
    headers: Mapping[str, str],
    content: bytes,
    gone: Collection[int] = (HTTPStatus.GONE,),
) -> None:
    """Return once the receiver has taken a message. Raises Undeliverable, TryAgain.

    An answer among ``gone`` says that there is no such receiver any more. The errors' texts are
    codes, never words of the receiver.
    """
    try:
        answer = post(url, headers, content)
    except AddressRefused as error:
        raise Undeliverable(error.code) from error
    except Unreachable as error:
        raise TryAgain(error.code) from error
    if answer.status in gone:
        raise Undeliverable("receiver_gone")
    if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        raise TryAgain(_reason(answer.status), _wait(answer))


def _reason(status: int) -> str:
    """Return the code of an answer that does not take the message."""
    if status in BUSY:
        return "receiver_busy"
    if status < HTTPStatus.BAD_REQUEST:
        return "receiver_redirects"
    is_refusal = status < HTTPStatus.INTERNAL_SERVER_ERROR
    return "receiver_refuses" if is_refusal else "receiver_fails"


def _wait(answer: Answer) -> float | None:
    """Return the seconds that the receiver asks to wait for, at most a day."""
    text = answer.headers.get("retry-after", "").strip()
    seconds = float(text) if text.isascii() and text.isdigit() else _seconds_until(text)
    return None if seconds is None else min(max(seconds, 0.0), LONGEST_WAIT)


def _seconds_until(date: str) -> float | None:
    try:
        moment = parsedate_to_datetime(date)
        return moment.timestamp() - clock.now_ms() / 1000
    except (ValueError, OverflowError):
        return None
