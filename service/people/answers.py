"""Answers about players as types: their account, devices, passkeys and sign-in."""

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field

from projections.answers.clocks import Deadline
from projections.answers.fields import Time, about, one_of
from service.people.scopes import Scope

AccountKind: TypeAlias = Annotated[
    str, one_of("person", "bot", description="`bot` for a program's account, permanently.")
]


class NewPlayerMade(Struct):
    """A player and the key to every seat they take."""

    player_id: str
    name: str
    token: Annotated[str, about("Shown this once; `Authorization: Bearer …`.")]


class QuietHours(Struct, frozen=True):
    """Hours of each day, by the player's own clock."""

    start: str = field(name="from")
    end: str = field(name="to")
    weekends: Annotated[bool, about("All of Saturday and Sunday, too.")]


class PlayerSuspended(Struct):
    """A suspension by the host."""

    until: Time
    reason: Annotated[str, about("In the host's words.")]


class Player(Struct):
    """A player, to themselves."""

    player_id: str
    name: str
    locale: str
    notifications: bool
    created_at: Time
    time_zone: Annotated[str | None, about("An IANA name.")]
    quiet_hours: Annotated[
        QuietHours | None,
        about("No notices come in them, and no time runs in games that count them."),
    ]
    account: AccountKind
    handle: Annotated[str | None, about("Unique; null if the player has claimed none.")]
    can_return: Annotated[
        bool, about("True with a passkey, or a confirmed address where the host sends mail.")
    ]
    role: Annotated[str | None, about("`host` or `moderator`; null for all others.")]
    suspended: Annotated[
        PlayerSuspended | UnsetType,
        about("Until when the host lets the player only read; omitted if they may play."),
    ] = UNSET


class AccountInvitation(Struct):
    """An invitation to make an account here; it has nothing to do with a game."""

    invitation_id: str
    uses: Annotated[int, about("The number of accounts that it may make.")]
    uses_left: int
    created_at: Time
    expires_at: Time
    players: Annotated[list[str], about("The players who came by it, first one first.")]


class AccountInvitationMade(AccountInvitation):
    """A new invitation, with its token."""

    token: Annotated[str, about("Shown this once: `invitation` of a new player.")]
    link: Annotated[str, about("Opens the page with the invitation.", format="uri")]


class OpenAccountInvitation(Struct):
    """An invitation to make an account that is good."""

    uses_left: int
    expires_at: Time


class AccountInvitationMailed(Struct):
    """An invitation to make an account is on its way by mail."""

    expires_at: Time


class MyAccountInvitations(Struct):
    """A member's invitations to make an account."""

    invitations: list[AccountInvitation]


class Handle(Struct):
    """The player's own handle."""

    handle: str | None
    changeable_at: Annotated[
        Time | None, about("From then on the player may claim another one; null for now.")
    ]


class BotAccount(Struct):
    """A program's account, and the games that it takes when it is challenged."""

    owner: Annotated[str, about("Who answers for it, by their own statement.")]
    since: Time
    rulesets: Annotated[list[str] | None, about("Null for all.")]
    seats: Annotated[list[int] | None, about("Null for all.")]
    paces: Annotated[
        list[str] | None,
        about(
            "`none` (no clock), `live` (a `least` below ten minutes), `correspondence`; null "
            "for all."
        ),
    ]
    games: Annotated[int, about("The most live games at once.")]


class Profile(Struct):
    """What a player with a handle shows of themselves."""

    handle: str
    name: str
    player_id: Annotated[str, about("As in the seats of games.")]
    account: AccountKind
    bot: Annotated[BotAccount | None, about("Null for a person.")]


class Challenger(Struct):
    """A player in a challenge."""

    player_id: str
    name: str | None
    handle: str | None
    account: AccountKind


class GameChallenge(Struct):
    """A game proposed to a player, or to anybody with the link."""

    id: Annotated[str, about("The secret of a challenge by link.")]
    status: Annotated[str, one_of("pending", "accepted", "declined", "cancelled", "expired")]
    sender: Challenger
    to: Annotated[Challenger | None, about("Null for anybody with the link.")]
    terms: Annotated[dict[str, Any], about("As in `POST /games`.")]
    deadline: Annotated[Deadline | None, about("The time limit of `terms` in full; null without.")]
    made_at: Time
    until: Annotated[Time, about("Until then it can be answered, or when it was.")]
    reason: Annotated[str | None, about("Why it was declined.")]
    taken_by: Annotated[Challenger | None, about("Who has accepted it.")]
    game_id: Annotated[
        str | None, about("Its game, once it is accepted; null for all but its two players.")
    ]


class MyChallenges(Struct):
    """The player's challenges."""

    received: Annotated[list[GameChallenge], about("Those to answer, at most 50.")]
    sent: Annotated[list[GameChallenge], about("At most 30; answers stay for a day.")]


class Token(Struct):
    """A token."""

    token: Annotated[str, about("Shown this once.")]


class AccessToken(Struct):
    """A player's named token for a program."""

    id: str
    name: str
    scopes: Annotated[list[Scope], about("What it may do; `play` includes `read`, `bot` both.")]
    created_at: Time
    expires_at: Annotated[Time, about("From then on it is unknown (401).")]
    last_used: Annotated[Time | None, about("Noted once an hour; null if it was never used.")]
    current: Annotated[bool, about("True for the one that asks.")]


class AccessTokenMade(AccessToken):
    """A new token with its secret."""

    token: Annotated[str, about("Shown this once; `Authorization: Bearer …`.")]


class AccessTokens(Struct):
    """The player's tokens with scopes."""

    tokens: list[AccessToken]


class Session(Struct):
    """The player; the token is in the cookie."""

    player_id: str
    name: str


class Transfer(Struct):
    """A transfer code for another device."""

    transfer: Annotated[str, about("Good for ten minutes and one use.")]


class Device(Struct):
    """A token of the player's, by the device that it was made for."""

    id: str
    name: Annotated[
        str | None,
        about(
            "Its browser and system such as `Firefox, Android`, or what the token is for; null if "
            "neither is known."
        ),
    ]
    since: Annotated[Time | None, about("Null for a token from before devices were noted.")]
    last_seen: Annotated[str | None, about("The day of its last use, UTC.", format="date")]
    current: Annotated[bool, about("True for the one that asks.")]


class Devices(Struct):
    """The devices that are signed in."""

    devices: list[Device]


class PasskeyOptions(Struct):
    """Options of WebAuthn in JSON, for the browser."""

    options: dict[str, Any]


class Passkey(Struct):
    """A passkey of the player's."""

    id: str
    name: Annotated[str | None, about("The device that made it, such as `Firefox, Android`.")]
    created_at: Time
    last_used: Annotated[str | None, about("The day of its last use, UTC.", format="date")]


class Passkeys(Struct):
    """The player's passkeys."""

    passkeys: list[Passkey]


class SignInWays(Struct):
    """The ways to come back that the host offers."""

    email: Annotated[bool, about("By a link in a mail.")]
    passkeys: Annotated[bool, about("By a passkey, where the browser has them.")]


class SignInAsked(Struct):
    """A sign-in link was asked for."""

    code: Annotated[str, about("Opens the link in another browser; the mail does not have it.")]
    seconds: Annotated[int, about("The time that the link is good for.")]


class SignInChoice(Struct):
    """Players who have the same e-mail address."""

    players: list[Session]


class AnnouncementShown(Struct):
    """What the host says to everybody."""

    id: Annotated[str, about("Another one for each announcement.")]
    texts: Annotated[dict[str, str], about("By language; readers of others get the first one.")]
    until: Time


class PresentAnnouncement(Struct):
    """The present announcement."""

    announcement: Annotated[AnnouncementShown | None, about("Null if there is none.")]
