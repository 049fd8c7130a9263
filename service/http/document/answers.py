"""Answers as types, from which the API's document derives their schemas."""

from typing import Annotated, Any, get_args

from msgspec import UNSET, Struct, UnsetType, field

from domain.wire.orders import Span
from projections.answers.fields import Time, about, one_of
from service.texts import LANGUAGES


# Problems
class Problem(Struct):
    """Problem details (RFC 9457). `code` is stable; `detail` names the offending value and
    the values allowed."""

    type: Annotated[str, about("`urn:anabasis:problem:` and the code.", format="uri")]
    title: Annotated[str, about("The status in words, in the reader's language.")]
    status: int
    detail: Annotated[
        str, about("What was wrong, and what to do; in the language of Accept-Language.")
    ]
    code: Annotated[str, about("Such as `not_your_turn`, `space_not_closest`, `stale_version`.")]
    rule: Annotated[str | UnsetType, about("The rule of the game that refused, such as `A4`.")] = (
        UNSET
    )
    parameters: Annotated[
        dict[str, Any] | UnsetType,
        about(
            "What a refusal's `detail` names, as values: symbols, coordinates, "
            "numbers, counts by symbol, lists of these. For clients that make their own sentence "
            "of the `code`."
        ),
    ] = UNSET
    errors: Annotated[
        dict[str, list[str]] | UnsetType, about("Messages by field, where the input was malformed.")
    ] = UNSET
    version: Annotated[
        int | UnsetType, about("The game's present version, where another was meant.")
    ] = UNSET
    reason: Annotated[
        str | UnsetType, about("The host's words, where the host has closed the game.")
    ] = UNSET
    successor: Annotated[
        str | UnsetType, about("The kind that took the place of one that is gone, and its switch.")
    ] = UNSET
    limit: Annotated[
        int | UnsetType,
        about("The number of open games allowed in the lobby, with `too_many_open`."),
    ] = UNSET
    games: Annotated[
        list[str] | UnsetType,
        about("Your own open games, with `too_many_open`; left out if your address has too many."),
    ] = UNSET


# Players
class NewPlayerMade(Struct):
    """A player and the key to every seat they take."""

    player_id: str
    name: str
    token: Annotated[str, about("Shown this once; `Authorization: Bearer …`.")]


class QuietHours(Struct):
    """Hours of each day, by the player's own clock."""

    start: str = field(name="from")
    end: str = field(name="to")
    weekends: Annotated[bool, about("All of Saturday and Sunday, too.")]


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
    can_return: Annotated[
        bool, about("True with a passkey, or a confirmed address where the host sends mail.")
    ]


class Token(Struct):
    """A token."""

    token: Annotated[str, about("Shown this once.")]


class Feeds(Struct):
    """The addresses of a player's feeds; anybody who knows them can read the feeds."""

    atom: Annotated[str, about("Games that wait, and games that ended.", format="uri")]
    calendar: Annotated[str, about("The deadlines of moves.", format="uri")]


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
            "it has told neither."
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

    code: Annotated[str, about("Opens the link in another browser; the mail does not tell it.")]
    seconds: Annotated[int, about("The time that the link is good for.")]


class SignInChoice(Struct):
    """Players who have the same e-mail address."""

    players: list[Session]


# Rulesets
class BoardOffered(Struct):
    """A board."""

    id: str
    title: str


class RulesetOffered(Struct):
    """A ruleset."""

    id: str
    title: str
    rules_version: int
    seats: Annotated[list[int], about("How many can play.")]
    options: Annotated[
        dict[str, Any],
        about(
            "JSON Schema of the options, with defaults; each has a title and a "
            "description, and the values of an `enum` have titles in `oneOf`."
        ),
    ]
    boards: list[BoardOffered]
    bots: list[str]


class Rulesets(Struct):
    """All rulesets."""

    rulesets: list[RulesetOffered]


class OrderOffered(Struct):
    """A standing order that a seat may give."""

    code: Annotated[str, about("Its name in `PUT /games/{game_id}/orders/{code}`.")]
    title: str
    description: str
    until: Annotated[str, one_of(*get_args(Span), description="The end of the order.")]
    values: Annotated[dict[str, Any], about("JSON Schema of its values, each with a title.")]


class Ruleset(RulesetOffered):
    """A ruleset and how to play it."""

    moves: Annotated[
        dict[str, Any], about("JSON Schema of the moves: `oneOf` by `type`, every field described.")
    ]
    orders: Annotated[list[OrderOffered], about("The standing orders that exist.")]


class Rule(Struct):
    """A numbered rule."""

    id: Annotated[str, about("The number in a problem's `rule`, such as `A4`.")]
    title: str
    text: str


class RuleSection(Struct):
    """A part of the rules."""

    id: Annotated[str, about("Such as `march`.")]
    title: str
    text: Annotated[str | None, about("Null if there are numbered rules.")]
    rules: list[Rule]


class Rules(Struct):
    """The rules of a game."""

    ruleset: str
    language: Annotated[str, one_of(*LANGUAGES, description="The language of the texts.")]
    sections: list[RuleSection]


class OEmbed(Struct):
    """How another page may show a game (oEmbed 1.0, of the type `rich`)."""

    version: Annotated[str, one_of("1.0")]
    type: Annotated[str, one_of("rich")]
    title: str
    provider_name: str
    provider_url: str
    cache_age: Annotated[int, about("Seconds that this may be kept.")]
    html: Annotated[str, about("A frame of the game's page for other sites.")]
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


class BrokenGames(Struct):
    """Present in `readyz` if there are games whose records are broken: each is closed, and all
    others go on."""

    count: int
    games: Annotated[list[str], about("The ids of those that are listed, up to 100.")]


class Health(Struct):
    """The health of the service."""

    status: Annotated[str, one_of("alive", "ready")]
    instance: Annotated[
        str | UnsetType,
        about("The store's running server, in `readyz`: `anabasis doctor` knows it."),
    ] = UNSET
    appendfsync: Annotated[
        str | UnsetType,
        about("Present in `readyz` if a power cut may lose the last accepted moves."),
    ] = UNSET
    broken: BrokenGames | UnsetType = UNSET
