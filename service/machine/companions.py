"""Processes of the service's own that answer messages over a socket, started without a fork."""

import os
import signal
import socket
import sys
from collections.abc import Mapping
from struct import Struct as Packing

import msgspec

LENGTH = Packing("!I")


def start(
    module: str,
    other: socket.socket,
    *arguments: str,
    environment: Mapping[str, str] = os.environ,
) -> int:
    """Run a module in a new process, and return the process's id.

    The first argument is the number of its end of a socket pair. It should end when the other end
    is closed. A module that needs no settings should get an empty environment, as ours holds the
    store's password.
    """
    number = other.fileno()
    command = [sys.executable, "-m", module, str(number), *arguments]
    # Duplicated onto itself, so that only this child has it. An inheritable end would reach
    # children that other threads start meanwhile, and would then never be closed.
    ends = [(os.POSIX_SPAWN_DUP2, number, number)]
    # Not by `subprocess`: gevent replaces that by a fork, in which its own hooks fail, and a fork
    # of a process with threads may hang.
    return os.posix_spawn(sys.executable, command, environment, file_actions=ends, setpgroup=0)


def end(process: int) -> None:
    """Kill a child, unless it has ended."""
    try:
        # gevent reaps children, and then another process may have the number.
        is_running = os.waitpid(process, os.WNOHANG) == (0, 0)
    except ChildProcessError:
        return
    if is_running:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def send(to: socket.socket, message: object) -> None:
    """Send a message: its length, and MessagePack. Raises OSError."""
    body = msgspec.msgpack.encode(message)
    to.sendall(LENGTH.pack(len(body)) + body)


def receive(source: socket.socket) -> bytes:
    """Return the next message's body. Raises EOFError, OSError."""
    (length,) = LENGTH.unpack(_read(source, LENGTH.size))
    return _read(source, length)


def _read(source: socket.socket, length: int) -> bytes:
    body = bytearray()
    while len(body) < length:
        part = source.recv(min(length - len(body), 1 << 16))
        if not part:
            raise EOFError
        body += part
    return bytes(body)
