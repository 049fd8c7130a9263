"""Answers made in HTTP itself, as types: problems, archives, rulesets, embedding, health."""

from typing import Annotated, Any, get_args

from msgspec import UNSET, Struct, UnsetType

from domain.wire.orders import Span
from projections.answers.fields import GameId, Time, about, one_of
from projections.answers.games import Export
from service.people.scopes import Scope
from service.texts import LANGUAGES


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
    # Beside the sentence, for clients in languages that the service lacks.
    parameters: Annotated[
        dict[str, Any] | UnsetType,
        about(
            "The values that a refusal's `detail` names: symbols, coordinates, numbers, counts by "
            "symbol, and lists of these. For clients that word the `code` themselves."
        ),
    ] = UNSET
    errors: Annotated[
        dict[str, list[str]] | UnsetType, about("Messages by field, if the input was malformed.")
    ] = UNSET
    version: Annotated[
        int | UnsetType, about("The game's present version, if the command named another.")
    ] = UNSET
    until: Annotated[
        Time | UnsetType, about("Until when the host has suspended or banned the player.")
    ] = UNSET
    reason: Annotated[
        str | UnsetType,
        about(
            "The host's reason, if the host has closed the game; why an exported game is not "
            "imported, in English; or why a bot account takes no such game: `ruleset`, `seats`, "
            "`pace` or `busy`."
        ),
    ] = UNSET
    event: Annotated[
        int | UnsetType, about("The event because of which an exported game is not imported.")
    ] = UNSET
    scope: Annotated[
        Scope | UnsetType,
        about("The scope that your token lacks; omitted if no token with scopes may do this."),
    ] = UNSET
    successor: Annotated[
        str | UnsetType, about("The kind of order that replaced a removed one, and its switch.")
    ] = UNSET
    limit: Annotated[
        int | UnsetType,
        about("The number of open games allowed in the lobby, with `too_many_open`."),
    ] = UNSET
    domains: Annotated[
        list[str] | UnsetType,
        about("The mail domains whose addresses alone the host takes, with `mail_domain`."),
    ] = UNSET
    ticket: Annotated[
        str | UnsetType,
        about(
            "Your place in the line of new players, with `in_line`: send it after `Retry-After`."
        ),
    ] = UNSET
    place: Annotated[int | UnsetType, about("Your place from the front, with `in_line`.")] = UNSET
    games: Annotated[
        list[str] | UnsetType,
        about("Your own open games, with `too_many_open`; omitted if your address has too many."),
    ] = UNSET


# Archive
class ArchivedGame(Export, kw_only=True):
    """A game of an archive: its export, and the cursor to go on after it."""

    cursor: str


class ArchiveFailure(Struct):
    """A game that could not be read; the lines after it are not affected."""

    game_id: GameId
    failed: Annotated[str, about("`record_broken`, `not_found` or `internal_error`.")]
    cursor: Annotated[str | UnsetType, about("The cursor to go on after it; omitted in a zip.")] = (
        UNSET
    )


class ArchiveEnd(Struct, kw_only=True):
    """The end of an answer with an archive."""

    games: Annotated[int, about("The number of games in this answer, failures included.")]
    failures: int
    next: Annotated[str | None, about("The cursor to go on with; null at the end.")]
    began_at: Annotated[Time, about("When this answer began.")]
    stopped: Annotated[
        str | None,
        about(
            "Why it ended early: `store_unavailable`, `lists_outdated`, `too_many_requests` or "
            "`token_unknown`; null otherwise."
        ),
    ]


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
    seats: Annotated[list[int], about("The possible numbers of players.")]
    options: Annotated[
        dict[str, Any],
        about(
            "JSON Schema of the options, with defaults; each has a title and a "
            "description, and the values of an `enum` have titles in `oneOf`."
        ),
    ]
    boards: list[BoardOffered]
    bots: list[str]
    strength: Annotated[
        str | None,
        about("How strong the planners are among `bots`, in a sentence; null if it is unknown."),
    ]


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
    """A game to be shown in another page (oEmbed 1.0, of the type `rich`)."""

    version: Annotated[str, one_of("1.0")]
    type: Annotated[str, one_of("rich")]
    title: str
    provider_name: str
    provider_url: str
    cache_age: Annotated[int, about("The seconds for which this may be cached.")]
    html: Annotated[str, about("A frame of the game's page for other sites.")]
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


class BrokenGames(Struct):
    """Present in `readyz` if the records of some games are broken: those are closed, and all others
    go on."""

    count: int
    # The ids of unlisted games would give them away.
    games: Annotated[list[str], about("The ids of the listed games among them, up to 100.")]


Part = dict[str, Any] | UnsetType
Rows = list[dict[str, Any]] | UnsetType


class OwnData(Struct):
    """Everything kept about a player; parts after the one that failed are left out."""

    player_id: str
    made_at: Annotated[str, about("When it was read.", format="date-time")]
    stopped: Annotated[str | None, about("Why the service had to stop; null at the end.")]
    account: Annotated[Part, about("As `GET /me`.")] = UNSET
    stored: Annotated[
        dict[str, str] | UnsetType, about("The player as stored, without hashes of secrets.")
    ] = UNSET
    handle: Annotated[Part, about("As `GET /me/handle`.")] = UNSET
    bot: Annotated[dict[str, Any] | UnsetType | None, about("Null for a person.")] = UNSET
    devices: Annotated[Part, about("As `GET /me/devices`.")] = UNSET
    tokens: Annotated[Part, about("As `GET /me/tokens`.")] = UNSET
    passkeys: Annotated[Part, about("As `GET /me/passkeys`.")] = UNSET
    notices: Annotated[Part, about("As `GET /me/notices`.")] = UNSET
    messages: Annotated[Rows, about("All of `GET /me/notices/log`.")] = UNSET
    challenges: Annotated[Part, about("As `GET /me/challenges`.")] = UNSET
    account_invitations: Annotated[Part, about("As `GET /me/account-invitations`.")] = UNSET
    game_invitations: Annotated[list[str] | UnsetType, about("The games' ids.")] = UNSET
    visited_games: Annotated[
        list[str] | UnsetType, about("Open games that you looked at within a week.")
    ] = UNSET
    reports: Annotated[
        list[str] | UnsetType, about("What you have reported: a kind and an id each.")
    ] = UNSET
    imports: Annotated[Part, about("As `GET /me/imports`.")] = UNSET
    games: Annotated[Rows, about("All of `GET /me/games`.")] = UNSET
    standing_orders: Rows = UNSET


class Index(Struct):
    """Where to begin."""

    name: str
    version: Annotated[str, about("The release of the service.")]
    links: Annotated[dict[str, str], about("Paths on this host, by what they lead to.")]
    registration: Annotated[
        str,
        one_of(
            "open",
            "invite",
            "closed",
            description="Who may make an account: everybody, the invited, or nobody.",
        ),
    ]
    invitations: Annotated[
        str, one_of("host", "members", description="Who may invite people to make an account.")
    ]
    mail_domains: Annotated[
        list[str],
        about(
            "If there are any, only addresses of these mail domains can be confirmed, and have "
            "invitations sent; `.example` stands for all its subdomains, too."
        ),
    ]
    watching: Annotated[str, one_of("open", "members", description="Who may see listed games.")]


class Health(Struct):
    """The health of the service."""

    status: Annotated[str, one_of("alive", "ready")]
    instance: Annotated[
        str | UnsetType,
        about("The store's running server, in `readyz`; `anabasis doctor` shows it, too."),
    ] = UNSET
    appendfsync: Annotated[
        str | UnsetType,
        about("Present in `readyz` if a power cut may lose the last accepted moves."),
    ] = UNSET
    broken: BrokenGames | UnsetType = UNSET
