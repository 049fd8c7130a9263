"""Webhooks: messages to URLs that users gave, signed or in the form of a chat."""

from datetime import UTC, datetime

import msgspec

from service.notices.contract import Channel, Message
from service.notices.handing_over import hand_over
from service.notices.posting import Poster
from service.notices.webhook_forms import CHATS, standard


class Webhooks:
    """Sends messages to webhooks; a Standard Webhook's requests are signed."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster

    def send(self, channel: Channel, message: Message) -> None:
        """Return once the receiver has taken the message. Raises Undeliverable, TryAgain."""
        now = datetime.now(UTC)
        chat = CHATS.get(channel.shape)
        content = msgspec.json.encode(chat(message) if chat else standard(message, now))
        signed = {} if chat else _signature(channel.secret, message.key, now, content)
        headers = {"Content-Type": "application/json", **signed}
        hand_over(self._poster, channel.target, headers, content)


def _signature(secret: str, key: str, now: datetime, content: bytes) -> dict[str, str]:
    """Return the headers of Standard Webhooks; the key names a message in all its attempts."""
    from standardwebhooks import Webhook  # noqa: PLC0415 - web processes never sign

    return {
        "webhook-id": key,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(key, now, content.decode()),
    }
