"""Web Push: messages that a browser shows even if no page is open (RFC 8030, 8291, 8292)."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from email.utils import parseaddr
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from domain.record.prepared_types import prepare
from domain.record.times import milliseconds
from service.machine import clock
from service.machine.plain_text import cut
from service.notices.challenge_notices import CALLED_FOR
from service.notices.contract import Kind, Message, NoticeChannel, Undeliverable
from service.notices.pinned_requests import Poster
from service.notices.public_addresses import AddressRefused, target_of
from service.notices.push_keys import PushKeys
from service.notices.receiver_posts import hand_over
from service.settings.config import Config

# A push service takes 4,096 bytes, encryption included.
CONTENT_BYTES = 3_000
"""The most bytes of a message's content."""
TITLE, LINE, MOST_LINES = 100, 200, 6
# Browsers show no more.
MOST_ACTIONS = 2
HOUR, DAY = 3_600, 86_400
SHORTEST, LONGEST = 60, 14 * DAY
URGENCY: dict[Kind, str] = {"reminder": "high", "test": "high", "ended": "low"}
"""The urgency of messages, so that phones can save battery; others are ``normal``."""
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class BrowserKeys(Struct, frozen=True):
    """A browser's public key and its secret, which encrypt messages that only it can read."""

    p256dh: str
    auth: str


class PushSubscription(Struct, frozen=True):
    """A browser's address and keys, as the browser states them."""

    endpoint: str
    keys: BrowserKeys


# Twelve threads send to browsers at once.
prepare(PushSubscription)


class Push:
    """Sends messages to browsers.

    ``subscriber`` is an address of this host for push services. Links that begin with ``home`` are
    sent without it.
    """

    def __init__(
        self, poster: Poster, keys: Callable[[], PushKeys], subscriber: str, home: str
    ) -> None:
        self._poster, self._keys = poster, keys
        self._subscriber, self._home = subscriber, home

    def send(self, channel: NoticeChannel, message: Message) -> None:
        """Return once the push service has taken the message.

        Raises Undeliverable, TryAgain, StoreUnavailable.
        """
        keys, content = self._keys(), content_of(message, self._home)
        seconds = _time_to_live(message)
        try:
            subscription = msgspec.json.decode(channel.target, type=PushSubscription)
            headers, sealed = _sealed(subscription, keys, content, self._subscriber, seconds)
        except AddressRefused as error:
            raise Undeliverable(error.code) from error
        except (ValueError, msgspec.DecodeError) as error:
            raise Undeliverable("subscription_malformed") from error
        hand_over(self._poster, subscription.endpoint, headers | _headers(message), sealed, GONE)


def _sealed(
    subscription: PushSubscription, keys: PushKeys, content: bytes, subscriber: str, seconds: int
) -> tuple[dict[str, str], bytes]:
    """Return a content's headers, and the content encrypted for the browser."""
    from webpush import WebPush  # noqa: PLC0415 - takes a third of a second, and web never needs it

    # The library's own type would drop the port from the audience, which push services check.
    address = SimpleNamespace(scheme="https", host=target_of(subscription.endpoint).authority)
    reader = SimpleNamespace(endpoint=address, keys=subscription.keys)
    library = WebPush(keys.private, keys.public, subscriber)
    message = library.get(content, reader, ttl=seconds)
    return dict(message.headers), message.encrypted


def _headers(message: Message) -> dict[str, str]:
    """Return the headers of a message, for the push service to read."""
    # Hashed, as the push service reads this header and must not learn which game it is. The
    # header has room for 32 characters.
    digest = hashlib.sha256(_tag(message).encode()).digest()[:24]
    return {
        "Content-Type": "application/octet-stream",
        "Urgency": URGENCY.get(message.kind, "normal"),
        "Topic": urlsafe_b64encode(digest).decode(),
    }


def subscriber_of(config: Config) -> str:
    """Return the address by which push services can reach this host's operator."""
    host = urlsplit(config.url or "").hostname or "anabasis.invalid"
    return parseaddr(config.mail_from or "")[1] or f"postmaster@{host}"


def content_of(message: Message, home: str) -> bytes:
    """Return the content for the page's worker to show and open, in at most CONTENT_BYTES."""
    body = [cut(line, LINE) for line in _lines(message)]
    # Without the host: the browser opens the link at the address where the player is signed in.
    content: dict[str, Any] = {
        "title": cut(message.title, TITLE),
        "url": _link(message).removeprefix(home),
    }
    content |= {"tag": _tag(message), "key": message.key}
    if actions := _actions(message, home):
        content["actions"] = actions
    for most in range(min(len(body), MOST_LINES), -1, -1):
        encoded = msgspec.json.encode({**content, "body": "\n".join(body[:most])})
        if len(encoded) <= CONTENT_BYTES:
            break
    return encoded


def _lines(message: Message) -> list[str]:
    if _has_one_subject(message):
        only = message.items[0]
        named = [] if only.title in message.title else [only.title]
        return [*named, only.prompt, *reversed(only.since)]
    lines = (*message.text.splitlines(), *(item.title for item in message.items))
    return [line for line in lines if line]


def _has_one_subject(message: Message) -> bool:
    """True if a message is about one game alone."""
    return len(message.items) == 1 and not message.text


def _actions(message: Message, home: str) -> list[dict[str, str]]:
    """Return the buttons of the notification: due moves that reveal no card of the player."""
    if not _has_one_subject(message):
        return []
    offered = message.choices.get(message.items[0].game_id, ())
    pushed = [each for each in offered if each.pushed][:MOST_ACTIONS]
    return [{"title": cut(e.words, TITLE), "url": e.link.removeprefix(home)} for e in pushed]


def _link(message: Message) -> str:
    return message.items[0].link if _has_one_subject(message) else message.link


def _tag(message: Message) -> str:
    """Return a name that is shared only by messages that replace each other."""
    if message.kind in CALLED_FOR:
        return message.key
    games = {item.game_id for item in message.items}
    return f"game:{games.pop()}" if len(games) == 1 and not message.text else message.kind


def _time_to_live(message: Message) -> int:
    """Return the seconds for which the message is of use."""
    due = max((item.due for item in message.items if item.due), default=None)
    if due is None:
        return LONGEST if message.items or message.kind in CALLED_FOR else HOUR
    left = (milliseconds(due) - clock.now_ms()) // 1000
    return min(max(left, SHORTEST), LONGEST)
