"""Long answers that never change: made once a process and kept compressed."""

from collections.abc import Callable, Hashable

from flask import Response

from service.context import services
from service.http.answering.compression import (
    accepted_coding,
    gzipped,
    packed_in_pieces,
    unpacked,
    zstandard,
)
from service.http.answering.private_answers import kept_private

CODINGS = ("br", "gzip", "zstd")
"""The codings of kept answers, best first; nothing compresses these again."""


def coding() -> str | None:
    """Return the coding in which a lasting answer is sent to the client, None if in none."""
    return accepted_coding(CODINGS)


def lasting(key: Hashable, etag: str, make: Callable[[], bytes]) -> Response:
    """Return the JSON answer of a key, made if this process does not keep it."""
    chosen = coding()
    response = Response(_content(key, chosen, make), content_type="application/json")
    if chosen is not None:
        response.headers["Content-Encoding"] = chosen
    return kept_private(response, etag)


def _content(key: Hashable, chosen: str | None, make: Callable[[], bytes]) -> bytes:
    kept = services().kept_answers
    packed = kept.get_or_make(key, lambda: packed_in_pieces(make()))
    match chosen:
        case "br":
            return packed
        case "gzip":
            return kept.get_or_make((key, "gzip"), lambda: gzipped(unpacked(packed)))
        case "zstd":
            return kept.get_or_make((key, "zstd"), lambda: zstandard(unpacked(packed)))
        case _:
            return unpacked(packed)
