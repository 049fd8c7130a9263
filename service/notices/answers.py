"""Answers about notices as types."""

from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from projections.answers.fields import GameId, Time, about
from service.notices.contract import (
    ChannelKind,
    ChannelState,
    DeliveryState,
    Digest,
    Kind,
    NoticeItem,
    Shape,
)

Target = Annotated[
    str,
    about("An e-mail address or a webhook's URL; for a push subscription only the host."),
]
Reason = Annotated[str | None, about("Why, as a code; null if all is well.")]


class LastDelivery(Struct):
    """The latest message to a channel."""

    at: Time
    state: DeliveryState


class Channel(Struct):
    """A way for notices to reach a player."""

    id: Annotated[str, about("The same for the same address.")]
    kind: ChannelKind
    target: Target
    label: Annotated[str, about("The player's own name for it; may be empty.")]
    state: Annotated[ChannelState, about("Only an active channel gets notices.")]
    reason: Reason
    shape: Annotated[Shape, about("The form of a webhook's requests.")]
    digest: Annotated[Digest | None, about("How often notices are collected; null for at once.")]
    always: Annotated[bool, about("True to send notices even for turns that were seen.")]
    created_at: Time
    last: LastDelivery | None
    secret: Annotated[
        str | UnsetType, about("Signs a webhook's requests (Standard Webhooks); shown this once.")
    ] = UNSET


class Notices(Struct):
    """A player's channels and settings for notices."""

    channels: list[Channel]
    muted: Annotated[list[GameId], about("Games about which the player gets no notices.")]
    feeds: Annotated[bool, about("True if the player has secret links to feeds.")]
    push_key: Annotated[
        str, about("The service's VAPID public key, base64url, for browsers to subscribe with.")
    ]
    email: Annotated[bool, about("True if this host can send mail.")]


class LoggedDelivery(Struct, frozen=True):
    """A message to a channel."""

    at: Annotated[Time, about("When it was created.")]
    kind: Kind
    channel: Annotated[str, about("The channel's id.")]
    channel_kind: ChannelKind
    target: Target
    games: list[GameId]
    state: DeliveryState
    reason: Reason
    attempts: int
    key: Annotated[str, about("Names the message, the same in every attempt.")]
    asked: Annotated[bool, about("True for a turn that waits for an answer, not for a move.")]


class NoticeLog(Struct):
    """A page of the messages to a player, the newest first: at most 200, of 30 days."""

    deliveries: list[LoggedDelivery]
    page: int
    per_page: int
    total: int


class NoticePlayer(Struct):
    """The player who gets a notice."""

    id: str
    name: str


class NoticeData(Struct):
    """The content of a notice."""

    player: NoticePlayer
    locale: str
    title: str
    text: Annotated[
        str,
        about(
            "A sentence, if the notice is not about games; a digest has a line for each challenge. "
            "Otherwise empty."
        ),
    ]
    link: Annotated[str, about("Opens the subject of the notice as a whole.")]
    items: tuple[NoticeItem, ...]


class Notice(Struct):
    """A notice as a webhook gets it (Standard Webhooks)."""

    type: Kind
    timestamp: Annotated[Time, about("When the request was made.")]
    data: NoticeData


class Feeds(Struct):
    """The addresses of a player's feeds; anybody who knows them can read the feeds."""

    atom: Annotated[str, about("Games that wait, and games that ended.", format="uri")]
    calendar: Annotated[str, about("The deadlines of moves.", format="uri")]
