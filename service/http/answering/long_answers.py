"""Long answers, made from a whole record: few at a time, and piece by piece.

So the process serves other requests in between. They are still sent whole: with an ETag and a
length, or as a problem document.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ParamSpec

import msgspec
from flask import Response

from service.context import services
from service.http.asking.auth import address
from service.machine.slices import in_slices

Arguments = ParamSpec("Arguments")
PIECE_BYTES = 64 * 1024


def in_turn(view: Callable[Arguments, Response]) -> Callable[Arguments, Response]:
    """Return a view that waits for its address's turn; it raises TooManyWait.

    Each answer takes megabytes while it is made, and a slice of time from everybody.
    """

    @wraps(view)
    def waiting(*arguments: Arguments.args, **more: Arguments.kwargs) -> Response:
        with services().long_answers.of(address()):
            return view(*arguments, **more)

    return waiting


def array(items: Iterable[Any]) -> Any:
    """Encode a list of an answer item by item; best with a generator, which makes them in between.

    The result stands in the list's place.
    """
    return msgspec.Raw(b"[" + b",".join(map(msgspec.json.encode, in_slices(items))) + b"]")


def lines(items: Iterable[Any]) -> bytes:
    """Encode items as newline-delimited JSON, one by one."""
    return b"".join(msgspec.json.encode(item) + b"\n" for item in in_slices(items))


def pieces(content: bytes) -> Iterator[bytes]:
    """Yield bytes in pieces, for consumers that would take too long over all of them at once."""
    starts = range(0, len(content), PIECE_BYTES)
    return in_slices(content[start : start + PIECE_BYTES] for start in starts)
