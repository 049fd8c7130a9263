"""Webhooks: messages to URLs that users gave, signed or in the form of a chat service."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from domain.record.times import milliseconds
from service.machine.plain_text import cut
from service.notices.answers import Notice, NoticeData, NoticePlayer
from service.notices.contract import Message, NoticeChannel, NoticeItem, Shape
from service.notices.pinned_requests import Poster
from service.notices.receiver_posts import hand_over

Json = dict[str, Any]

# Discord takes no more.
MOST_ITEMS = 10
"""Games in a message to a chat."""
# Discord takes 6,000 characters, and escaping its marks may double the length of a text.
TITLE, TEXT = 100, 1_500
"""Characters of a title, and of all games' texts together."""
SENTENCE = 300
MOST_SINCE = 3
HOURGLASS = "\N{HOURGLASS WITH FLOWING SAND}"


class Webhooks:
    """Sends messages to webhooks; a Standard Webhook's requests are signed."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster

    def send(self, channel: NoticeChannel, message: Message) -> None:
        """Return once the receiver has taken the message. Raises Undeliverable, TryAgain."""
        now = datetime.now(UTC)
        chat = CHATS.get(channel.shape)
        content = msgspec.json.encode(chat(message) if chat else standard(message, now))
        signed = {} if chat else _signature(channel.secret, message.key, now, content)
        headers = {"Content-Type": "application/json", **signed}
        hand_over(self._poster, channel.target, headers, content)


def _signature(secret: str, key: str, now: datetime, content: bytes) -> dict[str, str]:
    """Return the headers of Standard Webhooks; the id is the same in all attempts."""
    from standardwebhooks import Webhook  # noqa: PLC0415 - web processes never sign

    return {
        "webhook-id": key,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(key, now, content.decode()),
    }


def standard(message: Message, now: datetime) -> Notice:
    """Return a message for programs; ``timestamp`` is the time of the request."""
    content = NoticeData(
        player=NoticePlayer(message.player, message.name),
        locale=message.locale,
        title=message.title,
        text=message.text,
        link=message.link,
        items=message.items,
    )
    timestamp = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Notice(message.kind, timestamp, content)


def discord(message: Message) -> Json:
    """Return a message for Discord; names in it neither format nor ping anybody."""
    title, text = _for_discord(message.title, TITLE), _for_discord(message.text, SENTENCE)
    # The angle brackets keep Discord from showing a preview.
    link = "" if message.items else f"<{message.link}>"
    items = message.items[:MOST_ITEMS]
    return {
        "content": "\n".join(filter(None, (f"**{title}**", text, link))),
        "embeds": [_embed(item, TEXT // len(items)) for item in items],
        "allowed_mentions": {"parse": []},
    }


def _embed(item: NoticeItem, room: int) -> Json:
    due = f"\n{HOURGLASS} <t:{_unix(item.due)}:f> (<t:{_unix(item.due)}:R>)" if item.due else ""
    description = _for_discord(_words(item), room) + due
    return {"title": _for_discord(item.title, TITLE), "url": item.link, "description": description}


_MARKS = re.compile(r"([\\*_~`|>#+\-\[\]()<@:!.])")


def _for_discord(text: str, most: int) -> str:
    return _MARKS.sub(r"\\\1", cut(text, most))


def slack(message: Message) -> Json:
    """Return a message for Slack; names in it neither format nor ping anybody."""
    heading = {**_text(cut(message.title, TITLE)), "style": {"bold": True}}
    text = [[_text(cut(message.text, SENTENCE))]] if message.text else []
    items = [_item_parts(item) for item in message.items[:MOST_ITEMS]]
    link = [] if items else [[_link(message.link, message.link)]]
    blocks = [_block(parts) for parts in ([heading], *text, *items, *link)]
    # Slack shows the blocks, whose texts need no escapes. Its notifications, and other servers that
    # take its form without blocks, show `text`.
    return {"text": _for_slack(message), "mrkdwn": False, "blocks": blocks}


def _block(parts: list[Json]) -> Json:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": parts}]}


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _link(url: str, text: str) -> Json:
    return {"type": "link", "url": url, "text": text}


def _item_parts(item: NoticeItem) -> list[Json]:
    parts = [_link(item.link, cut(item.title, TITLE)), _text(f"\n{cut(_words(item), TEXT)}")]
    return parts if item.due is None else [*parts, _text(f"\n{HOURGLASS} "), _date(item.due)]


def _date(due: str) -> Json:
    """Return a moment that each reader sees in their own time zone."""
    shown = {"format": "{date_short_pretty}, {time}", "fallback": due}
    return {"type": "date", "timestamp": _unix(due), **shown}


NO_MENTION = "@\N{ZERO WIDTH SPACE}"
"""An @ that no server takes for the start of a person's or channel's name."""


def _for_slack(message: Message) -> str:
    lines = [message.title, message.text]
    lines += [f"{item.title}: {item.prompt}" for item in message.items[:MOST_ITEMS]]
    text = "\n".join(cut(line, SENTENCE) for line in lines if line)
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"{escaped.replace('@', NO_MENTION)}\n{message.link}"


def _words(item: NoticeItem) -> str:
    return "\n".join(filter(None, (item.prompt, *item.since[-MOST_SINCE:])))


def _unix(moment: str) -> int:
    return milliseconds(moment) // 1000


CHATS: dict[Shape, Callable[[Message], Json]] = {"discord": discord, "slack": slack}
