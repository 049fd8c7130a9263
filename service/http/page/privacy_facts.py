"""The facts of the privacy page: what is kept, where and how long, from the settings in force.

Each fact stands beside the constants and settings that it is computed from, and names the keys of
the store that it is about. A test looks for keys and files that no fact names.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from service.game.games_with_orders import KEPT_SECONDS as ORDERED_SECONDS
from service.http.answering.signing_in import YEAR
from service.moderation.idle_accounts import WARNED_DAYS
from service.notices.account_events.player_feeds import KEPT_MILLISECONDS as TOLD_MS
from service.notices.confirmations import SECONDS as CONFIRM_SECONDS
from service.notices.games import SEEN_SECONDS
from service.notices.outbox import MOST_LOGGED
from service.people.handles import KEPT_AFTER as HANDLE_MS
from service.people.invitations import KEPT_SECONDS as INVITED_SECONDS
from service.people.network_bans import LONGEST as BANNED_MS
from service.people.quiet_hours import DAY
from service.people.reports import ENDS_AFTER as REPORTED_MS
from service.people.sign_in_links import SECONDS as LINK_SECONDS
from service.people.visits import KEPT_SECONDS as VISIT_SECONDS
from service.pictures.animations.shelf import KEPT_SECONDS as FILM_SECONDS
from service.server.folder_files import OURS
from service.settings.config import Config
from service.settings.mail_settings import mail_server
from service.texts import text

Facts = Sequence[tuple[str, Sequence[tuple[str, str]]]]
"""Sections of a page that the service writes: a title, and terms with a sentence each."""
Gaps = Mapping[str, object]
DAY_SECONDS, HOUR_SECONDS = 86_400, 3_600
SHARD, SLICE = r"\{s\d\d\}:", r"\{n\d\d\}:"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact by its ``code`` (texts ``privacy.<code>`` and, as its term, ``…_term``).

    ``keys`` are patterns of the store's keys, ``files`` names in the data folder; the text is that
    of the code or of another one that ``chosen`` returns for the settings.
    """

    code: str
    keys: tuple[str, ...] = ()
    files: frozenset[str] = frozenset()
    gaps: Callable[[Config], Gaps] = lambda _: {}
    chosen: Callable[[Config], str] | None = None

    def words(self, config: Config, locale: str) -> tuple[str, str]:
        """Return the term and the sentence in a language."""
        code = self.chosen(config) if self.chosen else self.code
        sentence = text(locale, f"privacy.{code}", **self.gaps(config))
        return text(locale, f"privacy.{self.code}_term"), sentence


def _mail(config: Config) -> Gaps:
    if config.smtp_url is None:
        return {}
    return {"server": mail_server(config.smtp_url).host, "minutes": LINK_SECONDS // 60}


KEPT = (
    Fact(
        "account",
        ("player:.*", "handle:.*", "forgetting:.*"),
        gaps=lambda _: {"days": HANDLE_MS // DAY},
    ),
    Fact("directory", (r"\{directory\}:.*",)),
    Fact(
        "idle",
        ("idle:.*", "anabasis:idle_walked"),
        gaps=lambda config: {
            "days": config.idle_accounts,
            "first": WARNED_DAYS[0],
            "last": WARNED_DAYS[1],
        },
        chosen=lambda config: "idle" if config.idle_accounts else "idle_never",
    ),
    Fact(
        "sign_ins",
        ("token:.*", "passkeys?:.*", "challenge:.*", "sign_in:.*", "transfer:.*"),
        gaps=lambda _: {"minutes": LINK_SECONDS // 60},
    ),
    Fact(
        "addresses",
        ("channels:.*", "address:.*", "confirm:.*", "muted:.*", "feed:.*"),
        gaps=lambda _: {"hours": CONFIRM_SECONDS // HOUR_SECONDS},
    ),
    Fact(
        "games",
        (rf"{SHARD}.*", "imports:.*", "heads:.*", r"\{heads\}.*", "orders:unfinished"),
        gaps=lambda config: {"days": config.archive_days},
        chosen=lambda config: "games_members" if config.watching == "members" else "games",
    ),
    Fact("acts", (r"\{admin\}:.*",)),
)
FOR_A_TIME = (
    Fact(
        "messages",
        (rf"{SLICE}(?!told:|news).*",),
        gaps=lambda config: {"days": config.log_days, "most": MOST_LOGGED},
    ),
    Fact("news", (rf"{SLICE}(?:told:.*|news)",), gaps=lambda _: {"days": TOLD_MS // DAY}),
    Fact(
        "visits",
        ("visits:.*", "visited:.*", "seen:.*", "ordered:.*"),
        gaps=lambda _: {
            "days": VISIT_SECONDS // DAY_SECONDS,
            "longer": max(SEEN_SECONDS, ORDERED_SECONDS) // DAY_SECONDS,
        },
    ),
    Fact(
        "invitations",
        ("kept:.*", "invited:.*", "account_invitations?:.*", "proposals?:.*"),
        gaps=lambda _: {"days": INVITED_SECONDS // DAY_SECONDS},
    ),
    Fact(
        "pictures", (r"\{animations\}.*",), gaps=lambda _: {"hours": FILM_SECONDS // HOUR_SECONDS}
    ),
    Fact(
        "network",
        ("LIMIT.*", "opened:.*", "new_players:.*"),
        chosen=lambda config: "network" if config.rate_limit else "network_none",
    ),
    Fact(
        "bans",
        ("network_ban:.*", "network_named:.*"),
        gaps=lambda _: {"days": BANNED_MS // DAY},
    ),
    Fact("requests", chosen=lambda config: "requests" if config.access_log else "requests_none"),
    Fact(
        "reports",
        (r"\{reports\}:.*", "reports_of:.*"),
        gaps=lambda _: {"days": REPORTED_MS // DAY},
    ),
)
PLACES = (
    Fact(
        "store",
        (
            r"anabasis:(?!idle_walked).*",
            "deadlines:mark",
            r"\{(?:work|lobby|my|bots|deadlines|notices)[^}]*\}.*",
        ),
        OURS,
        chosen=lambda config: "store_apart" if config.redis_url else "store",
    ),
    Fact("archive", chosen=lambda config: "archive" if config.archive_url else "archive_none"),
    Fact("backups"),
    Fact("cookie", gaps=lambda _: {"days": YEAR // DAY_SECONDS}),
    Fact("mail", gaps=_mail, chosen=lambda config: "mail" if config.smtp_url else "mail_none"),
    Fact("others"),
    Fact("traces", chosen=lambda config: "traces" if config.traces else "traces_none"),
)
SECTIONS = {"kept": KEPT, "for_a_time": FOR_A_TIME, "places": PLACES}


def facts(config: Config, locale: str) -> Facts:
    """Return the facts in sections: a title, and terms with a sentence each."""
    return [
        (text(locale, f"privacy.{name}"), [fact.words(config, locale) for fact in listed])
        for name, listed in SECTIONS.items()
    ]


def every() -> Iterator[Fact]:
    """Yield all facts."""
    for listed in SECTIONS.values():
        yield from listed
