"""Answers that never change: clients cache them; a process makes long ones once, compressed."""

from collections.abc import Callable, Hashable

from flask import Response

from service.context import services
from service.game.state_cache import History
from service.http.answering.compression import (
    accepted_coding,
    compressed_in_pieces,
    gzipped,
    unpacked,
    zstandard,
)
from service.http.answering.private_answers import kept_private
from service.http.asking.access import is_public
from service.http.asking.auth import asker

CODINGS = ("br", "gzip", "zstd")
"""The codings of kept answers, best first."""


def is_settled(history: History) -> bool:
    """True if the game is finished: its record never changes."""
    return history.game.status == "finished" and history.broken is None


def cacheable(response: Response, game_id: str, history: History, seconds: int) -> Response:
    """Let a finished game be cached: anywhere if it is public, otherwise by the viewer alone."""
    if is_settled(history):
        is_shared = is_public(game_id, history.game) and not asker().is_known
        scope = "public" if is_shared else "private"
        response.headers["Cache-Control"] = f"{scope}, max-age={seconds}"
    return response


def coding() -> str | None:
    """Return the coding in which the client gets an immutable answer, None for no coding."""
    return accepted_coding(CODINGS)


def immutable_answer(key: Hashable, etag: str, make: Callable[[], bytes]) -> Response:
    """Return the JSON answer for a key, made unless this process keeps it already."""
    chosen = coding()
    response = Response(_content(key, chosen, make), content_type="application/json")
    if chosen is not None:
        response.headers["Content-Encoding"] = chosen
    return kept_private(response, etag)


def _content(key: Hashable, chosen: str | None, make: Callable[[], bytes]) -> bytes:
    answers = services().kept_answers
    # Brotli is kept first: it is the smallest, and the others are quickly made from it.
    packed = answers.get_or_make(key, lambda: compressed_in_pieces(make()))
    match chosen:
        case "br":
            return packed
        case "gzip":
            return answers.get_or_make((key, "gzip"), lambda: gzipped(unpacked(packed)))
        case "zstd":
            return answers.get_or_make((key, "zstd"), lambda: zstandard(unpacked(packed)))
        case _:
            return unpacked(packed)
