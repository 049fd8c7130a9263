"""Posting messages to receivers that users chose, and reading their answers."""

from collections.abc import Collection, Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from service.machine import clock
from service.notices.contract import TryAgain, Undeliverable
from service.notices.pinned_requests import HttpReply, Poster, Unreachable
from service.notices.public_addresses import AddressRefused

BUSY = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
LONGEST_WAIT = 86_400.0


def hand_over(
    poster: Poster,
    url: str,
    headers: Mapping[str, str],
    content: bytes,
    gone: Collection[int] = (HTTPStatus.GONE,),
) -> None:
    """Return once the receiver has taken a message. Raises Undeliverable, TryAgain.

    An answer among ``gone`` says that the receiver no longer exists. The errors' texts are codes.
    """
    try:
        answer = poster.post(url, headers, content)
    except AddressRefused as error:
        raise Undeliverable(error.code) from error
    except Unreachable as error:
        raise TryAgain(error.code) from error
    if answer.status in gone:
        raise Undeliverable("receiver_gone")
    if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        # Codes of ours: the receiver's own words would show players what runs at an address.
        raise TryAgain(_reason(answer.status), _wait(answer))


def _reason(status: int) -> str:
    """Return the code of an answer that does not take the message."""
    if status in BUSY:
        return "receiver_busy"
    if status < HTTPStatus.BAD_REQUEST:
        return "receiver_redirects"
    is_refusal = status < HTTPStatus.INTERNAL_SERVER_ERROR
    return "receiver_refuses" if is_refusal else "receiver_fails"


def _wait(answer: HttpReply) -> float | None:
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
