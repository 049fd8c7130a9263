"""Messages between the service and its painter: a length, and MessagePack."""

import socket
from struct import Struct as Packing
from typing import Literal, TypeAlias

import msgspec

LENGTH = Packing("!I")


FilmFormat: TypeAlias = Literal["webp", "gif"]


class Job(msgspec.Struct, frozen=True, tag="picture"):
    """A picture to be painted: of a ``Subject`` in JSON, as a PNG of a width or as an SVG."""

    ruleset: str
    subject: bytes
    width: int | None


class Film(msgspec.Struct, frozen=True, tag="film"):
    """PNGs of one size to be joined to a film, each shown for so many milliseconds."""

    pictures: list[bytes]
    milliseconds: list[int]
    format: FilmFormat


class Painted(msgspec.Struct, frozen=True):
    """A picture or film, or why there is none."""

    picture: bytes
    fault: str | None = None


def send(to: socket.socket, message: Job | Film | Painted) -> None:
    """Send a message. Raises OSError."""
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
