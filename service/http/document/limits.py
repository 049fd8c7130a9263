"""The limits on requests in words, as they stand in the API's description."""

from collections.abc import Mapping

from limits import parse, parse_many

from service.people.allowances import ALLOWANCES, Allowance, Kind
from service.settings.config import ADDRESS_SHARE, Config

COUNTED: Mapping[Kind, str] = {
    "players": "new players",
    "games": "new games",
    "bot_games": "games of bots alone",
    "boards": "games on boards of one's own",
    "board_checks": "boards checked",
    "pictures": "pictures drawn",
    "animations": "animations made",
    "imports": "games imported",
    "handles": "handles claimed",
    "challenges": "challenges sent",
    "account_invitations": "invitations to make an account",
    "reports": "reports to the host",
    "invitation_checks": "invitations looked at or asked for by mail",
    "invitation_mails": "invitations mailed to one address",
    "own_data": "files of everything kept about a player",
    "archives": "archives of a player's games",
    "channels": "new channels, and tests of them",
    "passkeys": "sign-ins by passkey begun",
    "confirm_mails": "mails to confirm an address",
    "mails_to_address": "mails to one unconfirmed address",
    "sign_ins": "sign-in links asked for",
    "sign_in_mails": "sign-in links sent to one address",
}
"""The requests of each kind, in words."""
HEADERS = (
    "Answers state them, and what is left, in the headers `RateLimit-Policy` and `RateLimit` (a "
    "draft of the IETF; `q` requests within `w` seconds, `r` left for `t` seconds); a refusal "
    "(429) says in `Retry-After` how long to wait."
)


def limits_in_words(config: Config) -> str:
    """Return a paragraph and a table on the limits of a service, in Markdown."""
    if not config.rate_limit:
        return "**Limits.** This service does not limit how often you ask."
    allowances = {**ALLOWANCES, "players": Allowance(None, config.new_players)}
    rows = [f"| {COUNTED[kind]} | {_cells(of)} |" for kind, of in allowances.items()]
    table = ["| costly requests | a player | an address |", "|---|---|---|", *rows]
    return "\n".join((f"**Limits.** {_rates(config.rate_limits)} {HEADERS}", "", *table))


def _rates(rates: str) -> str:
    stated = [(limit.amount, limit.get_expiry()) for limit in sorted(parse_many(rates))]
    each = " and ".join(f"{amount} requests per {_seconds(time)}" for amount, time in stated)
    return (
        f"A player may send {each} to each web process of the service; an address may send "
        f"{ADDRESS_SHARE} times as many, and those without a token count together as one player's."
    )


def _cells(allowance: Allowance) -> str:
    return " | ".join(map(_stated, (allowance.player, allowance.address)))


def _stated(limit: str | None) -> str:
    if limit is None:
        return "–"
    parsed = parse(limit)
    return f"{parsed.amount} per {_seconds(parsed.get_expiry())}"


def _seconds(seconds: int) -> str:
    """Return a time in its largest whole unit: ``10 seconds``, ``hour``."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds % size == 0:
            return unit if seconds == size else f"{seconds // size} {unit}s"
    return "second" if seconds == 1 else f"{seconds} seconds"
