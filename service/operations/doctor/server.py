"""Checks of the store's servers: are they reachable, durable, with room, and right clocks?"""

from collections.abc import Iterator
from contextlib import suppress
from time import time
from typing import Any

from redis import Redis

from service.operations.doctor.findings import Finding, error, ok, warning
from service.operations.doctor.nodes import check_nodes
from service.readmodels.read_models import ReadModels
from service.redis.cluster import masters, refuse_other_kind
from service.redis.error_translation import STORE_ERRORS, reason_of, remedy_for
from service.redis.errors import StoreRefused, StoreUnavailable
from service.redis.leases import LEASE_SECONDS, WORKS, holders
from service.store.broken_games import BrokenRecords, Mark
from service.store.redis_store import RedisStore
from service.store.schema import refuse_older

OLDEST = (7, 0)
"""The oldest Redis that has all the commands we use."""
MOST_USED, FULL = 0.8, 0.95
"""The used shares of a server's memory that give a warning, and an error."""
CLOCKS_APART, CLOCKS_WRONG = 1.0, 60.0
"""Seconds that give a warning, and an error; beyond CLOCKS_WRONG nobody's time runs out."""
MB = 1_000_000


def check_server(store: RedisStore, name: str, url: str) -> Iterator[Finding]:
    """Yield the findings about a store, called ``name``; only one if it cannot be reached."""
    if (finding := _unreached(store, name, url)) is not None:
        yield finding
        return
    try:
        yield from check_nodes(store.client)
        yield from _settings(store)
        for number, master in enumerate(masters(store.client), start=1):
            yield from _check_one(master, f"server {number}")
        yield from _workers(store)
        yield from _broken(store)
    except (StoreUnavailable, *STORE_ERRORS) as failure:
        text = f"{name} has failed meanwhile ({reason_of(failure).rstrip('.')})"
        yield error("server", text, "Try again; if it fails again, look into its log.")


def _unreached(store: RedisStore, name: str, url: str) -> Finding | None:
    try:
        refuse_other_kind(store.client)
        store.client.ping()
    except StoreRefused as refusal:
        return Finding("error", "server", str(refusal))
    except STORE_ERRORS as failure:
        text = f"{name} cannot be reached ({reason_of(failure).rstrip('.')})"
        return error("server", text, remedy_for(failure, url))
    return None


def _settings(store: RedisStore) -> Iterator[Finding]:
    try:
        warnings = store.verify_settings()
    except StoreRefused as refusal:
        yield Finding("error", "server", str(refusal))
        return
    for text in warnings:
        yield Finding("warning", "server", text)
    try:
        with suppress(*STORE_ERRORS):  # reported by the checks of the server
            refuse_older(store.client)
    except StoreRefused as refusal:
        yield Finding("error", "server", str(refusal))


def _check_one(master: Redis, name: str) -> Iterator[Finding]:
    info: Any = master.info()
    yield _version(info, name)
    yield _clock(master, name)
    yield _memory(info, name)
    yield from _writing(info, name)


def _version(info: dict[str, Any], name: str) -> Finding:
    # Valkey continues Redis' version numbers in `redis_version`.
    redis, valkey = str(info.get("redis_version", "")), info.get("valkey_version")
    shown = f"Valkey {valkey}" if valkey else f"Redis {redis}"
    numbers = tuple(int(part) for part in redis.split(".")[:2] if part.isdigit())
    if numbers < OLDEST:
        return error(name, f"{shown} is too old", "Use Valkey, or Redis 7 or newer.")
    return ok(name, shown)


def _clock(master: Redis, name: str) -> Finding:
    before = time()
    seconds, micro = master.time()
    # Compared with the middle of the call, as nobody knows when within it the server answered.
    apart = abs(int(seconds) + int(micro) / 1e6 - (before + time()) / 2)
    text = f"its clock and this machine's are {apart:.1f} s apart"
    if apart > CLOCKS_WRONG:
        return error(name, text, "Set both by NTP: until then no turn's time runs out.")
    if apart > CLOCKS_APART:
        return warning(name, text, "Set both by NTP.")
    return ok(name, text)


def _memory(info: dict[str, Any], name: str) -> Finding:
    used = int(info.get("used_memory", 0))
    # Without a maxmemory the server may use all the memory of the machine.
    most = int(info.get("maxmemory", 0)) or int(info.get("total_system_memory", 0))
    share = used / most if most else 0.0
    text = f"{used / MB:.0f} MB used, {share:.0%} of what it may"
    remedy = "Give it more memory: when it is full, moves are refused."
    if share > FULL:
        return error(name, text, remedy)
    return warning(name, text, remedy) if share > MOST_USED else ok(name, text)


def _writing(info: dict[str, Any], name: str) -> Iterator[Finding]:
    for field in ("aof_last_write_status", "aof_last_bgrewrite_status"):
        if info.get(field, "ok") != "ok":
            text = f"{field} is {info[field]}"
            yield error(name, text, "Look into its log: most often the disk is full.")
    if int(info.get("evicted_keys", 0)):
        text = f"it has dropped {info['evicted_keys']} keys for lack of memory"
        remedy = "Set maxmemory-policy noeviction, restore a backup, and verify."
        yield error(name, text, remedy)


def _workers(store: RedisStore) -> Iterator[Finding]:
    alive = {
        (holder.host, holder.pid)
        for work in WORKS
        for holder in holders(store.client, work)
        if holder.seconds < LEASE_SECONDS
    }
    if alive:
        yield ok("workers", f"{len(alive)} at work")
    else:
        text = "none is at work: no bots, deadlines, notices or lists"
        yield warning("workers", text, "Start `anabasis run`, or `anabasis worker`.")


def _broken(store: RedisStore) -> Iterator[Finding]:
    marks = BrokenRecords(store.client).marks()
    for game, mark in sorted(marks.items()):
        yield _marked(game, mark)
    by_shard = ReadModels(store.client).generations.broken().values()
    followed = sorted(each for broken in by_shard for each in broken.items())
    # Read models may meet a broken record before the verifier has marked it.
    for game, why in (each for each in followed if each[0] not in marks):
        text = f"the record of {game} is broken at version {why.version} ({why.reason})"
        yield error("records", text, "Restore a backup elsewhere, and compare by verify.")


def _marked(game: str, mark: Mark) -> Finding:
    if mark.disputed:
        text = f"the record of {game} is whole, but disputed at version {mark.version}"
        remedy = "Put the newest release on all machines, then verify; the game goes on meanwhile."
        return warning("records", f"{text} ({mark.reason})", remedy)
    text = f"the record of {game} is broken at version {mark.version} ({mark.reason})"
    return error("records", text, "It is closed. Restore a backup elsewhere; compare by verify.")
