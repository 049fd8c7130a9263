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
    """Run a module with its end of a socket pair, by number, as first argument; return its id.

    It should end when the other end is closed. One that needs no settings should get an empty
    environment: ours holds the store's password. Not by ``subprocess``: gevent replaces that by a
    fork, in which its own hooks fail, and a fork of a process with threads may hang.
    """
    number = other.fileno()
    command = [sys.executable, "-m", module, str(number), *arguments]
    # Onto itself: open in this child alone. An inheritable end would reach those that other
    # threads start meanwhile, and then never be closed.
    ends = [(os.POSIX_SPAWN_DUP2, number, number)]
    return os.posix_spawn(sys.executable, command, environment, file_actions=ends, setpgroup=0)


def end(process: int) -> None:
    """Kill a child, unless it has ended: gevent reaps children, and others may have its number."""
    try:
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
