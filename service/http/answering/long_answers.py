"""Long answers, made from a whole record: few at a time, and piece by piece.

The process serves other requests in between. The answers are still sent whole, with an ETag and a
length, or as a problem.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from flask import Response

from service.context import services
from service.http.asking.auth import address
from service.machine.slices import in_slices

Arguments = ParamSpec("Arguments")
T = TypeVar("T")
# Brotli takes some 3 ms for a piece; other requests are served between two.
PIECE_BYTES = 64 * 1024


def in_turn(view: Callable[Arguments, Response]) -> Callable[Arguments, Response]:
    """Return a view that waits for the turn of its client's address; it raises TooManyWait."""

    @wraps(view)
    def waiting(*arguments: Arguments.args, **more: Arguments.kwargs) -> Response:
        # Each answer takes megabytes while it is made, and time from everybody's requests.
        with services().long_answers.of(address()):
            return view(*arguments, **more)

    return waiting


def array(items: Iterable[T]) -> list[T]:
    """Encode a list for an answer item by item; the result takes the list's place.

    A generator also makes its items one by one.
    """
    # Encoded whole, a record of megabytes would hold the interpreter's lock all that time.
    encoded = b",".join(map(msgspec.json.encode, in_slices(items)))
    return cast("list[T]", msgspec.Raw(b"[" + encoded + b"]"))


def lines(items: Iterable[Any]) -> bytes:
    """Encode items as newline-delimited JSON, one by one."""
    return b"".join(msgspec.json.encode(item) + b"\n" for item in in_slices(items))


def add_file(archive: ZipFile, name: str, content: bytes) -> None:
    """Add a file to a zip, piece by piece."""
    # Without a date, so that the same files always make the same zip.
    about = ZipInfo(name)
    about.compress_type = ZIP_DEFLATED
    # Readable for all: by default an unpacked file is for its owner alone.
    about.external_attr = 0o644 << 16
    with archive.open(about, "w") as file:
        for piece in pieces(content):
            file.write(piece)


def pieces(content: bytes) -> Iterator[bytes]:
    """Yield bytes in pieces, for consumers that would be busy with the whole for too long."""
    starts = range(0, len(content), PIECE_BYTES)
    return in_slices(content[start : start + PIECE_BYTES] for start in starts)
