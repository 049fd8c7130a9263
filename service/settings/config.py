"""The service's configuration, read from the environment once."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from service.settings import setting_values as values
from service.settings import variables
from service.settings.address import without_passwords
from service.telemetry.logs import Form

T = TypeVar("T")

MEGABYTE = 1_000_000
BODY_BYTES = 64 * 1024
MAIL_NEEDS = ("ANABASIS_URL", "ANABASIS_MAIL_FROM")
"""The settings without which no mail can be sent."""


class ConfigRefused(Exception):
    """A variable's value cannot be used; names the variable, the value and a valid form."""

    def __init__(self, variable: str, value: str, remedy: str) -> None:
        self.variable, self.value, self.remedy = variable, value, remedy
        super().__init__(f"{variable}={without_passwords(value)!r} cannot be used: {remedy}.")


@dataclass(frozen=True, slots=True)
class Config:
    """The addresses, data and limits of the service.

    Without ``redis_url`` it uses the embedded server on ``data``; ``data_mark`` is device and inode
    of that folder, as the launcher found it. ``replicas`` is how many must confirm each append,
    from their disks if ``replicas_synced``.
    ``rate_limits`` (for a player; an address has four times as much) and ``new_players`` (for an
    address) apply if ``rate_limit`` is set. ``open_games`` is how many games with free seats a
    player may have in the lobby. ``cache_bytes`` bounds the games kept by each process.
    ``proxies`` is the number of trusted proxies in front of it. Each process holds at most
    ``streams`` open, long polls included, of them ``streams_each`` for one player and
    ``streams_address`` for one address. ``hosts`` are the names it answers to; empty: any.
    ``url`` is its public address, with a slash at its end. ``smtp_url`` is the server that takes
    mails from ``mail_from``; without it none are sent.
    A notice waits ``notice_grace`` seconds. Each record is verified within ``verify_days``, never
    if that is 0; a game is sealed ``archive_days`` after its end, never if that is 0, and its block
    goes to ``archive_url``, if that is set. With ``webhooks_private`` notices may go to private
    addresses. ``log`` is the form of the log; with ``access_log`` each request has a
    line there. With ``metrics_port`` metrics are told at ``metrics_host``; with ``traces`` traces
    are sent by OTLP.
    """

    host: str = variables.HOST
    port: int = variables.PORT
    data: Path = variables.DATA
    data_mark: str | None = None
    redis_url: str | None = None
    workers: int = variables.WORKERS
    worker_processes: int = variables.WORKER_PROCESSES
    bot_processes: int = variables.BOT_PROCESSES
    bot_seconds: int = variables.BOT_SECONDS
    replicas: int = 0
    replicas_synced: bool = False
    rate_limit: bool = True
    rate_limits: str = variables.RATE_LIMITS
    new_players: str = variables.NEW_PLAYERS
    open_games: int = variables.OPEN_GAMES
    cache_bytes: int = variables.CACHE_MB * MEGABYTE
    proxies: int = 0
    streams: int = variables.STREAMS
    streams_each: int = variables.STREAMS_EACH
    streams_address: int = variables.STREAMS_ADDRESS
    hosts: tuple[str, ...] = ()
    url: str | None = None
    smtp_url: str | None = None
    mail_from: str | None = None
    notice_grace: int = variables.NOTICE_GRACE
    webhooks_private: bool = False
    verify_days: int = variables.VERIFY_DAYS
    archive_days: int = variables.ARCHIVE_DAYS
    archive_url: str | None = None
    log: Form = "text"
    access_log: bool = False
    metrics_port: int | None = None
    metrics_host: str = variables.HOST
    traces: bool = False
    backup_passphrase: str | None = field(default=None, repr=False)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "Config":
        """Return the configuration from the ``ANABASIS_…`` variables. Raises ConfigRefused."""
        env = os.environ if environment is None else environment
        limits = _read(env, "ANABASIS_RATE_LIMIT", _rate_limits, variables.RATE_LIMITS)
        port = "ANABASIS_PORT" if env.get("ANABASIS_PORT", "").strip() else "PORT"
        return cls(
            port=_read(env, port, _port, variables.PORT),
            replicas_synced=_replicas_synced(env),
            rate_limit=bool(limits),
            rate_limits=limits or variables.RATE_LIMITS,
            cache_bytes=_cache_bytes(env),
            smtp_url=_smtp_url(env, "ANABASIS_SMTP_URL"),
            log=log_form(env),
            **_plain(env),
        )


def log_form(env: Mapping[str, str]) -> Form:
    """Return the form of the log, which is needed before all else. Raises ConfigRefused."""
    return _read(env, "ANABASIS_LOG", values.log_form, "text")


def _read(env: Mapping[str, str], name: str, parse: Callable[[str], T], default: T) -> T:
    """Return a variable's value; the default where it is missing or empty."""
    text = env.get(name, "").strip()
    if not text:
        return default
    try:
        return parse(text)
    except ValueError as error:
        raise ConfigRefused(name, text, str(error)) from error


def _number(low: int, high: int) -> Callable[[str], int]:
    return partial(values.number, low=low, high=high)


_port = _number(0, 65_535)
_replicas = _number(0, 16)
_cache_mb = _number(1, 1_000_000)
_streams = _number(1, 100_000)

PLAIN: Mapping[str, Callable[[str], Any]] = {
    "ANABASIS_HOST": values.host,
    "ANABASIS_DATA": Path,
    "ANABASIS_DATA_MARK": str,
    "ANABASIS_REDIS_URL": values.redis_url,
    "ANABASIS_WORKERS": _number(1, 64),
    "ANABASIS_WORKER_PROCESSES": _number(0, 64),
    "ANABASIS_BOT_PROCESSES": _number(1, 64),
    "ANABASIS_BOT_SECONDS": _number(1, 3600),
    "ANABASIS_REPLICAS": _replicas,
    "ANABASIS_NEW_PLAYERS": values.rate,
    "ANABASIS_OPEN_GAMES": _number(1, 100_000),
    "ANABASIS_PROXIES": _number(0, 16),
    "ANABASIS_STREAMS": _streams,
    "ANABASIS_STREAMS_EACH": _streams,
    "ANABASIS_STREAMS_ADDRESS": _streams,
    "ANABASIS_HOSTS": values.hosts,
    "ANABASIS_URL": values.url,
    "ANABASIS_MAIL_FROM": values.mail_from,
    "ANABASIS_NOTICE_GRACE": _number(0, 86_400),
    "ANABASIS_WEBHOOKS_PRIVATE": values.on_off,
    "ANABASIS_VERIFY_DAYS": _number(0, 365),
    "ANABASIS_ARCHIVE_DAYS": _number(0, 36_500),
    "ANABASIS_ARCHIVE_URL": values.archive_url,
    "ANABASIS_ACCESS_LOG": values.on_off,
    "ANABASIS_METRICS_PORT": _port,
    "ANABASIS_METRICS_HOST": values.host,
    "ANABASIS_TRACES": values.on_off,
    "ANABASIS_BACKUP_PASSPHRASE": str,
}
"""The parsers of variables whose fields have their names and depend on no other variable."""


def _plain(env: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of the variables in PLAIN that are set; the others keep their defaults."""
    read = {name: _read(env, name, parse, None) for name, parse in PLAIN.items()}
    return {
        name.removeprefix("ANABASIS_").lower(): value
        for name, value in read.items()
        if value is not None
    }


def _cache_bytes(env: Mapping[str, str]) -> int:
    """Return the bound of the state cache."""
    return _read(env, "ANABASIS_CACHE_MB", _cache_mb, variables.CACHE_MB) * MEGABYTE


def _replicas_synced(env: Mapping[str, str]) -> bool:
    name = "ANABASIS_REPLICAS_SYNC"
    is_on = _read(env, name, values.on_off, False)
    if is_on and not _read(env, "ANABASIS_REPLICAS", _replicas, 0):
        raise ConfigRefused(name, env[name], "set ANABASIS_REPLICAS as well")
    return is_on


def _smtp_url(env: Mapping[str, str], name: str) -> str | None:
    url = _read(env, name, values.smtp_url, None)
    missing = [n for n in MAIL_NEEDS if not env.get(n, "").strip()]
    if url and missing:
        raise ConfigRefused(name, url, f"set {' and '.join(missing)} as well")
    return url


def _rate_limits(text: str) -> str:
    """Return the limits, empty for none."""
    if text in ("on", "off"):
        return variables.RATE_LIMITS if text == "on" else ""
    return values.rates(text)
