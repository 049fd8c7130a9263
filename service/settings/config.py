"""The service's settings, each a field of `Config`, read from the environment once."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from service.settings import setting_values as values
from service.settings.house import HouseSettings
from service.settings.setting import KEY, ConfigRefused, Setting, setting
from service.settings.setting_values import MEGABYTE, RATE_LIMITS, Network, number
from service.telemetry.logs import Form

BODY_BYTES, IMPORT_BYTES = 64 * 1024, 8 * 1024 * 1024
PORT, HOST = 8000, "127.0.0.1"
CACHE_MB = 64
STREAMS, STREAMS_EACH, STREAMS_ADDRESS = 800, 50, 200
# An address may be a whole club behind one router.
ADDRESS_SHARE = 4
"""An address gets this many times a player's share."""


@dataclass(frozen=True, slots=True)
class Config(HouseSettings):
    """The addresses, data and limits of the service.

    Each field is a setting: its variable, meaning and default, and the parser of its text. `--help`
    is made from them, in this order, and the table in deploy/README.md is tested against them.
    """

    port: int = setting(
        "ANABASIS_PORT",
        "the port to listen on; where both are set, `ANABASIS_PORT` counts",
        PORT,
        number(0, 65_535),
        also="PORT",
    )
    host: str = setting("ANABASIS_HOST", "the address to listen on", HOST, values.host)
    data: Path = setting("ANABASIS_DATA", "the folder of the games", Path("var"), Path)
    # Shows the processes whether another folder has replaced the one at the service's start.
    data_mark: str | None = setting(
        "ANABASIS_DATA_MARK",
        "leave it unset: `anabasis run` sets it for its own processes, to the device and inode "
        "of the data folder",
        None,
        str,
    )
    redis_url: str | None = setting(
        "ANABASIS_REDIS_URL",
        "another Redis or Valkey server, `redis+cluster://host:6379,host:6379` or "
        "`redis+sentinel://host:26379,host:26379/master` (`appendonly yes`, `appendfsync always`, "
        "`maxmemory-policy noeviction`)",
        None,
        values.redis_url,
        shown="embedded",
    )
    # No more than cores: `gunicorn_settings` has the measurements.
    workers: int = setting("ANABASIS_WORKERS", "the number of web processes", 2, number(1, 64))
    worker_processes: int = setting(
        "ANABASIS_WORKER_PROCESSES",
        "the number of processes for read models, bots, deadlines, notices and animations; more "
        "of them (`anabasis worker`) may run on other machines",
        1,
        number(0, 64),
    )
    # Two, as with one a slow bot would delay all others.
    bot_processes: int = setting(
        "ANABASIS_BOT_PROCESSES",
        "the most processes that each of these starts, when needed, for bots to think in",
        2,
        number(1, 64),
    )
    # A process of bots that thinks longer is killed, as no thread can be.
    bot_seconds: int = setting(
        "ANABASIS_BOT_SECONDS",
        "the most seconds that a bot may think about a move; after that it is paused for a while. "
        "Easy, medium and hard stop after 5 with the best move so far: set more than that",
        20,
        number(1, 3600),
    )
    # With fewer than each master has, moves may be lost: see the promises in deploy/README.md.
    replicas: int = setting(
        "ANABASIS_REPLICAS",
        "the number of the Redis server's replicas that must confirm each move (on a cluster, of "
        "each master's)",
        0,
        number(0, 16),
    )
    replicas_synced: bool = setting(
        "ANABASIS_REPLICAS_SYNC",
        "`on` has those replicas, and the master, confirm from their disks (`WAITAOF`: Valkey, or "
        "Redis from 7.2; `appendfsync always` on each)",
        False,
        values.on_off,
        needs=("replicas",),
    )
    cache_bytes: int = setting(
        "ANABASIS_CACHE_MB",
        "the memory of each process for cached games",
        CACHE_MB * MEGABYTE,
        values.megabytes,
        shown=str(CACHE_MB),
    )
    # Counted in each process: counts in the store would cost a round trip for each request.
    rate_limits: str = setting(
        "ANABASIS_RATE_LIMIT",
        "`on`, `off`, or limits such as `300 per 10 seconds` for a player, in each web process "
        "(an address has four times as much, its anonymous requests one player's share)",
        RATE_LIMITS,
        values.rates,
        shown="on",
    )
    rate_limit: bool = True
    """False if ``rate_limits`` are off; then ``new_players`` is not limited either."""
    new_players: str = setting(
        "ANABASIS_NEW_PLAYERS",
        "the number of players that an address may create",
        "20 per hour",
        values.rate,
    )
    new_players_house: str = setting(
        "ANABASIS_NEW_PLAYERS_HOUSE",
        "the number of players that all addresses together may create; further ones wait in a line "
        "of at most half an hour (not limited if `ANABASIS_RATE_LIMIT` is `off`)",
        "5000 per hour",
        values.rate,
    )
    registration: str = setting(
        "ANABASIS_REGISTRATION",
        "who may make an account: `open` (everybody), `invite` (by an invitation of "
        "`anabasis admin invite`), `closed` (nobody); players with an account always get back in",
        "open",
        values.choice("open", "invite", "closed"),
    )
    # A name alone would come in by no address, so these need a mail with an invitation.
    mail_domains: tuple[str, ...] = setting(
        "ANABASIS_MAIL_DOMAINS",
        "the mail domains whose addresses alone can be confirmed (`club.example`; `.example` with "
        "all its subdomains). New players then need an invitation, also where registration is "
        "`open`: one is sent to such an address on request. Needs `ANABASIS_SMTP_URL`",
        (),
        values.mail_domains,
        needs=("smtp_url",),
        shown="any",
    )
    invitations: str = setting(
        "ANABASIS_INVITATIONS",
        "who may invite people to make an account: `host`, or `members` as well (ten invitations "
        "of at most ten uses each)",
        "host",
        values.choice("host", "members"),
    )
    join_links_invite: bool = setting(
        "ANABASIS_JOIN_LINKS_INVITE",
        "`on` lets the join link of an open game count as an invitation to make an account, once "
        "for each further seat",
        False,
        values.on_off,
    )
    watching: str = setting(
        "ANABASIS_WATCHING",
        "who may see listed games: `open` (everybody), or `members` (players with an account; "
        "previews, embedding and feeds for others end)",
        "open",
        values.choice("open", "members"),
    )
    open_games: int = setting(
        "ANABASIS_OPEN_GAMES",
        "the number of games with free seats that a player may have in the lobby at once; unlisted "
        "ones do not count (an address gets four times as many within a day, unless "
        "`ANABASIS_RATE_LIMIT` is `off`)",
        10,
        number(1, 100_000),
    )
    # Too low, and everybody shares one allowance; too high, and visitors choose their own address.
    proxies: int = setting(
        "ANABASIS_PROXIES",
        "the number of trusted proxies in front of the service (`X-Forwarded-…`, `SCRIPT_NAME`)",
        0,
        number(0, 16),
    )
    # Bounded as each takes 33 kB and an open file.
    streams: int = setting(
        "ANABASIS_STREAMS",
        "the most streams and long polls that each process holds open",
        STREAMS,
        number(1, 100_000),
    )
    streams_each: int = setting(
        "ANABASIS_STREAMS_EACH",
        "the most of these that one player may hold open",
        STREAMS_EACH,
        number(1, 100_000),
    )
    streams_address: int = setting(
        "ANABASIS_STREAMS_ADDRESS",
        "the most of these that one address may hold open",
        STREAMS_ADDRESS,
        number(1, 100_000),
    )
    hosts: tuple[str, ...] = setting(
        "ANABASIS_HOSTS",
        "the host names it answers to (`games.example`; `.example` with all its subdomains); "
        "all others, except localhost, are refused",
        (),
        values.hosts,
        shown="any",
    )
    url: str | None = setting(
        "ANABASIS_URL",
        "the public address of the service, such as `https://games.example/`, for links in mails, "
        "feeds and previews; with `http` mails lack the button to unsubscribe that mail programs "
        "show, so use `https`; without it links take the host of the request if that is one of "
        "`ANABASIS_HOSTS`, the proxy's or this machine's",
        None,
        values.url,
    )
    # A mail needs a sender, and links that work outside of the service.
    smtp_url: str | None = setting(
        "ANABASIS_SMTP_URL",
        "the server that takes mails: `smtp://user:password@host:587` (with STARTTLS), "
        "`smtps://user:password@host:465` or `smtp://host:25?starttls=off`; needs `ANABASIS_URL` "
        "and `ANABASIS_MAIL_FROM`",
        None,
        values.smtp_url,
        needs=("url", "mail_from"),
    )
    mail_from: str | None = setting(
        "ANABASIS_MAIL_FROM",
        "the sender of mails, such as `Anabasis <no-reply@games.example>`; replies go nowhere",
        None,
        values.mail_from,
    )
    notice_grace: int = setting(
        "ANABASIS_NOTICE_GRACE",
        "the seconds that a notice waits, in case its player sees the turn meanwhile",
        120,
        number(0, 86_400),
    )
    webhook_networks: tuple[Network, ...] = setting(
        "ANABASIS_WEBHOOK_NETWORKS",
        "private networks that webhooks may reach beside the public Internet, such as "
        "`127.0.0.1/32, 10.1.0.0/16`; never link-local addresses or the store's; they still need "
        "`https`",
        (),
        values.networks,
        shown="none",
    )
    webhooks_private: bool = setting(
        "ANABASIS_WEBHOOKS_PRIVATE",
        "`on` allows private addresses for webhooks and push endpoints, as on an intranet; they "
        "still need `https`, with a certificate of a known authority; if `SSL_CERT_FILE` names a "
        "file, only those in it are known",
        False,
        values.on_off,
    )
    idle_accounts: int = setting(
        "ANABASIS_IDLE_ACCOUNTS",
        "the days after its last use at which an account is deleted, or `never`; players who have "
        "confirmed an address are warned there 30 and 7 days before, and accounts with a running "
        "game or a role stay",
        0,
        values.days_or_never(90, 36_500),
        shown="never",
    )
    log_days: int = setting(
        "ANABASIS_LOG_DAYS",
        "the days for which a player's log of messages keeps them, with their addresses",
        30,
        number(1, 30),
    )
    verify_days: int = setting(
        "ANABASIS_VERIFY_DAYS",
        "the days within which each record is verified in the background; `0`: never",
        7,
        number(0, 365),
    )
    archive_days: int = setting(
        "ANABASIS_ARCHIVE_DAYS",
        "the days after its end at which a game is sealed into a block of a tenth of its memory; "
        "`0`: never",
        7,
        number(0, 36_500),
    )
    archive_url: str | None = setting(
        "ANABASIS_ARCHIVE_URL",
        "the folder or bucket for the blocks of sealed games, such as "
        "`file:///var/lib/anabasis/archive` or "
        "`s3://bucket/folder?endpoint=http://minio:9000&region=eu-central-1`; the server then "
        "keeps only their heads. All processes must reach it, and each store needs its own: an id "
        "in both reveals an empty mount point or another store's archive. A bucket needs the "
        "packages in `deploy/requirements-s3.lock`, and `AWS_ACCESS_KEY_ID`, "
        "`AWS_SECRET_ACCESS_KEY`",
        None,
        values.archive_url,
    )
    log: Form = setting(
        "ANABASIS_LOG",
        "the form of the log on stderr: `text` for people, `json` for programs",
        "text",
        values.log_form,
    )
    access_log: bool = setting(
        "ANABASIS_ACCESS_LOG",
        "`on` logs each request: method, path, status, bytes, seconds, address and ids",
        False,
        values.on_off,
    )
    # A port of its own, so that a firewall can close it to players.
    metrics_port: int | None = setting(
        "ANABASIS_METRICS_PORT",
        "the port of the metrics for Prometheus (`/metrics`), never the port of the games",
        None,
        number(0, 65_535),
    )
    metrics_host: str = setting(
        "ANABASIS_METRICS_HOST",
        "the address on which metrics are served",
        HOST,
        values.host,
    )
    traces: bool = setting(
        "ANABASIS_TRACES",
        "`on` sends traces by OTLP, to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names; "
        "needs the packages in `deploy/requirements-tracing.lock`",
        False,
        values.on_off,
    )
    backup_passphrase: str | None = setting(
        "ANABASIS_BACKUP_PASSPHRASE",
        "the passphrase of encrypted backups, unless a file with it is named; if it is set, "
        "backups that are not encrypted are refused",
        None,
        str,
        secret=True,
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Config":
        """Return the configuration from the ``ANABASIS_…`` variables. Raises ConfigRefused."""
        env = os.environ if environment is None else environment
        stated = {name: each.read(env) for name, each in SETTINGS.items()}
        config = cls(**stated, rate_limit=bool(stated["rate_limits"]))
        config._check_needs(env)
        return config

    def _check_needs(self, env: Mapping[str, str]) -> None:
        """Raise ConfigRefused if a setting is stated without another one that it needs."""
        for name, each in SETTINGS.items():
            missing = [SETTINGS[need].variable for need in each.needs if not getattr(self, need)]
            if getattr(self, name) and missing:
                remedy = f"set {' and '.join(missing)} as well"
                raise ConfigRefused(*each.stated(env), remedy)


_OF_THE_HOUSE = {each.name for each in fields(HouseSettings)}
SETTINGS: Mapping[str, Setting] = {
    each.name: each.metadata[KEY]
    # A base's fields come first, but what a host needs first is the port.
    for each in sorted(fields(Config), key=lambda each: each.name in _OF_THE_HOUSE)
    if each.metadata
}
"""The settings by their fields, in the order of the table in deploy/README.md."""


def log_form(environment: Mapping[str, str]) -> Form:
    """Return the form of the log, which is needed before all other settings.

    Raises ConfigRefused.
    """
    form: Form = SETTINGS["log"].read(environment)
    return form


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """Return the ``ANABASIS_…`` variables that nothing reads, which are probably misspelt."""
    known = {each.variable for each in SETTINGS.values()}
    return sorted(n for n in environment if n.startswith("ANABASIS_") and n not in known)
