"""The sign of life of a command that fills or moves a store, so that no running move is undone.

anabasis:working     the process, for a minute after each sign of life
"""

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from redis import Redis

WORKING_KEY = "anabasis:working"


class Process(msgspec.Struct, frozen=True):
    """A process's number, and the machine (host name, boot, process ids) on which it is valid."""

    machine: str
    number: int


def this_process() -> bytes:
    """Return the sign of life of this process."""
    return msgspec.json.encode(Process(_MACHINE, os.getpid()))


def is_at_work(client: Redis) -> bool:
    """True if a command may be at work on a store. Raises RedisError."""
    redis: Any = client
    sign = redis.get(WORKING_KEY)
    return bool(sign) and not _is_dead(sign)


def drop_dead(client: Redis) -> None:
    """Remove the sign of a process of this machine that has ended. Raises RedisError."""
    redis: Any = client
    sign = redis.get(WORKING_KEY)
    if sign and _is_dead(sign):
        redis.delete(WORKING_KEY)


def _is_dead(sign: bytes) -> bool:
    try:
        process = msgspec.json.decode(sign, type=Process)
        if process.machine == _MACHINE:
            # Signal 0 does nothing, and fails if there is no such process.
            os.kill(process.number, 0)
    except ProcessLookupError:
        return True
    except (msgspec.DecodeError, OSError):
        return False
    return False


def _machine() -> str:
    """Return a name that two processes share only if they see each other's numbers."""
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{socket.gethostname()} {boot} {os.readlink('/proc/self/ns/pid')}"
    return f"{socket.gethostname()} {os.urandom(8).hex()}"  # unique, so nobody is taken for dead


_MACHINE = _machine()
