"""Checks of the servers' settings that keep games."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from service.machine.plain_text import counted
from service.redis.error_translation import STORE_ERRORS
from service.redis.errors import StoreRefused
from service.server.watch import REWRITING, late_sync_warning, unsafe_setting

KEEPING = ("appendonly", "maxmemory-policy", "appendfsync")


def kept_settings(servers: Sequence[Redis]) -> dict[str, str]:
    """Return the settings that keep games, from the server whose settings are worst.

    Raises RedisError.
    """
    settings = [settings for settings, _ in map(_read_settings, servers)]
    late = next(filter(late_sync_warning, settings), settings[0])
    rewriting = {REWRITING: "yes"} if any(map(_is_rewriting, servers)) else {}
    return next(filter(unsafe_setting, settings), late) | rewriting


def verified_all(servers: Sequence[Redis], standbys: Sequence[Redis], confirming: int) -> list[str]:
    """Return the warnings about masters and replicas; ``confirming`` replicas must confirm.

    Raises StoreRefused, RedisError.
    """
    warnings = [settings_warnings(server) for server in servers]
    warnings += [reachable_settings_warnings(standby) for standby in standbys]
    missing = replicas_missing(servers, confirming)
    return list(dict.fromkeys([*(warning for each in warnings for warning in each), *missing]))


def settings_warnings(server: Redis) -> list[str]:
    """Return warnings about a server's settings. Raises StoreRefused if it would lose games."""
    settings, warnings = _read_settings(server)
    if unsafe := unsafe_setting(settings):
        raise StoreRefused(f"{unsafe.detail[0].upper()}{unsafe.detail[1:]}. {unsafe.remedy}")
    late = late_sync_warning(settings)
    return [*warnings, late] if late else warnings


def reachable_settings_warnings(server: Redis) -> list[str]:
    """Return the warnings about a replica, as it may become master; none if it is away."""
    with suppress(*STORE_ERRORS):
        return settings_warnings(server)
    return []


def replicas_missing(servers: Sequence[Redis], replicas: int) -> list[str]:
    """Return a warning if servers have fewer or more replicas than must confirm.

    Raises RedisError.
    """
    counts = [_replicas(server) for server in servers]
    if min(counts) < replicas:
        return [
            f"{counted(replicas, 'replica')} must confirm each move (ANABASIS_REPLICAS) and the "
            f"server has {min(counts)}: moves are refused until the others are there."
        ]
    if replicas == 0 and max(counts):
        return [
            f"The server has {counted(max(counts), 'replica')}, and none must confirm a move "
            "(ANABASIS_REPLICAS=0): if one takes its master's place, the last acknowledged moves "
            f"may be lost. Set ANABASIS_REPLICAS={max(counts)}."
        ]
    if replicas < max(counts):
        return [
            f"{replicas} of {max(counts)} replicas must confirm each move (ANABASIS_REPLICAS): if "
            "another takes the place of a master that hangs or restarts, acknowledged moves may be "
            f"lost. Set ANABASIS_REPLICAS={max(counts)} to have all of them confirm."
        ]
    return []


def append_only_bytes(server: Redis) -> int:
    """Ask the server how many bytes its append-only files have. Raises RedisError."""
    info: Any = server.info("persistence")
    return int(info.get("aof_current_size", 0))


def _replicas(server: Redis) -> int:
    about: Any = server.info("replication")
    return int(about.get("connected_slaves", 0))


def _read_settings(server: Redis) -> tuple[dict[str, str], list[str]]:
    """Return the settings that keep games, and a warning if CONFIG does not show them."""
    try:
        settings: Any = server.config_get(*KEEPING)
    except ResponseError as error:
        return _settings_in_info(server), [_unreadable(str(error))]
    if not settings:
        return _settings_in_info(server), [_unreadable("it answers nothing")]
    return {_str(name): _str(value) for name, value in settings.items()}, []


def _is_rewriting(server: Redis) -> bool:
    """True if a server rewrites its append-only file, as it does after `appendonly yes`."""
    try:
        about: Any = server.info("persistence")
    except ResponseError:
        return False
    return bool(about.get("aof_rewrite_in_progress", 0))


def _settings_in_info(server: Redis) -> dict[str, str]:
    """Return the settings that INFO shows, as an append reads them."""
    try:
        about: Any = server.info("persistence") | server.info("memory")
    except ResponseError:
        return {}
    policy = {"maxmemory-policy": str(about.get("maxmemory_policy", "noeviction"))}
    return policy if about.get("aof_enabled", 1) else {**policy, "appendonly": "no"}


def _unreadable(reason: str) -> str:
    return (
        f"The server's settings cannot be read (CONFIG: {reason}). "
        "Make sure that it has appendonly yes, appendfsync always and maxmemory-policy noeviction."
    )


def _str(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
