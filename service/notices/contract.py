"""Messages about games, the channels that carry them, and the channels' senders."""

from typing import Annotated, Literal, Protocol, runtime_checkable

from msgspec import Struct

from projections.answers.fields import GameId, Time, about

Kind = Literal[
    "turn",
    "reminder",
    "ended",
    "challenged",
    "challenge_accepted",
    "challenge_declined",
    "digest",
    "test",
    "confirm",
    "sign_in",
    "invitation",
    "idle",
]
"""``turn``: a game waits for the player; ``reminder``: its time is nearly over; ``ended``: a game
is over; ``challenged``: somebody proposes a game to the player; ``digest``: several of these; the
others are named for their purpose."""

ChannelKind = Literal["email", "push", "webhook"]
ChannelState = Literal["unconfirmed", "active", "paused"]
Shape = Literal["standard", "discord", "slack"]
Digest = Literal["hourly", "daily"]
DeliveryState = Literal["waiting", "delivered", "failed", "dropped"]


class NoticeChannel(Struct, frozen=True, omit_defaults=True):
    """One of a player's addresses for notices.

    ``target`` is an e-mail address, a webhook's URL, or a push subscription in JSON as browsers
    give it; ``secret`` signs a webhook's requests, which have one of the ``shape``s. ``reason``
    says why the channel is paused. With ``always`` a notice goes out even if its turn was seen.
    """

    id: str
    player: str
    kind: ChannelKind
    target: str
    created_at: str
    state: ChannelState = "active"
    reason: str = ""
    label: str = ""
    secret: str = ""
    shape: Shape = "standard"
    digest: Digest | None = None
    always: bool = False


class NoticeItem(Struct, frozen=True):
    """A game that a notice is about, in the player's language."""

    game_id: GameId
    version: Annotated[int, about("The game's version that the notice is about.")]
    seat: Annotated[int, about("The player's seat, from 0.")]
    ruleset: str
    title: str
    prompt: Annotated[str, about("The move or answer that the game waits for.")]
    since: Annotated[
        tuple[str, ...], about("What happened since the player's last move, oldest first.")
    ]
    due: Annotated[Time | None, about("When the move must be made; null without a deadline.")]
    link: Annotated[str, about("Opens the game at the move that is due.")]


class Choice(Struct, frozen=True):
    """A due move in words, and the link that opens the game with it ready to be confirmed.

    Mails list those that are ``mailed``; pushes, which a locked screen shows, those ``pushed``.
    """

    words: str
    link: str
    mailed: bool
    pushed: bool


class Message(Struct, frozen=True):
    """A notice in the player's language, the same in every attempt to deliver it.

    By its ``key`` receivers recognise repetitions and drop them. ``link`` opens its whole subject;
    ``text`` is a sentence on what is not about games, in a digest a line for each challenge. With
    ``asked`` a turn waits for an answer, not for a move. ``choices`` are the due moves by the
    game's id; not part of the items, which webhooks receive as they stand. ``silent`` are the games
    in which an order of the player sleeps or was withdrawn; the last line of such an item's
    ``since`` says so.
    """

    key: str
    kind: Kind
    player: str
    name: str
    locale: str
    title: str
    link: str
    items: tuple[NoticeItem, ...] = ()
    text: str = ""
    asked: bool = False
    choices: dict[str, tuple[Choice, ...]] = {}
    silent: tuple[GameId, ...] = ()


class Undeliverable(Exception):
    """The address takes no more messages, so its channel must be paused for the given reason."""


class TryAgain(Exception):
    """The message could not be handed over now; ``after`` is in seconds, if the receiver said."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


class Sender(Protocol):
    """Hands messages over to one kind of channel."""

    def send(self, channel: NoticeChannel, message: Message) -> None:
        """Return once the receiver has taken the message. Raises Undeliverable, TryAgain."""


@runtime_checkable
class ClosableSender(Protocol):
    """A sender that holds connections or processes."""

    def close(self) -> None:
        """Close them."""
