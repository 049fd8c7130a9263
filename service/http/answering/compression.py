"""Compression of answers, for clients that accept it."""

import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus

import brotli
from flask import Flask, Response, request
from flask_compress import Compress
from flask_compress.compat import compression

from service.context import present_request
from service.http.answering.long_answers import PIECE_BYTES, pieces

# An answer below this fits into one packet either way.
LEAST_BYTES = 1_000
# Brotli at this quality costs as much as gzip, and its output is a fifth smaller.
PIECEWISE_QUALITY = 5
# A service worker asks for all files in turn. With a cache of 64, each file had been dropped by the
# next round: every first visit of a browser cost 0.85 s of CPU.
MOST_PACKED = 256
"""The number of compressed files kept, above the number of the page's files."""
# 16 asks zlib for gzip's frame, 15 for its largest window.
GZIP_BITS = 31
ALGORITHMS = ["zstd", "br", "gzip"]
# These are compared as they are, without parsing.
PLAIN, VARIES = (None, "", "identity"), "Accept-Encoding"
"""Values of Accept-Encoding that name no coding; most programs send these."""
# Never `text/event-stream`: an event would wait in the compressor for the events after it.
TYPES = [
    "application/json",
    "application/x-ndjson",
    "application/manifest+json",
    "image/svg+xml",
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/atom+xml",
    "text/calendar",
]


class Compressed(Compress):
    """Compression that leaves the ETag alone."""

    # BREACH, which guesses secrets from compressed lengths, does not work here. Strangers' words
    # (names, titles) do stand beside private parts, but no other site's page can send the cookie
    # (it is Strict), no such answer contains a token, and only seated players get a join code. An
    # eavesdropper would learn as much without compression: the names of cards differ in length.

    def after_request(self, response: Response | None) -> Response:
        """Return the response, compressed where that is wanted and worth it."""
        stated = present_request().environ.get("HTTP_ACCEPT_ENCODING")
        if response is not None and stated in PLAIN:
            return _varying(response)
        if response is not None and _is_long(response):
            response.response = pieces(response.get_data())
            smaller = self._compressed(response)
            smaller.set_data(b"".join(smaller.iter_encoded()))
            return smaller
        return self._compressed(response)

    def _compressed(self, response: Response | None) -> Response:
        # Flask-Compress adds the coding to the ETag. Ours is the version, which clients send back
        # as If-Match; `Vary` keeps the encodings apart in caches.
        etag = response and response.headers.get("ETag")
        smaller = super().after_request(response)
        if etag:
            smaller.headers["ETag"] = etag
        return smaller


def _varying(response: Response) -> Response:
    """Return the response with `Vary`, as other clients may get it compressed."""
    if VARIES not in response.headers.get("Vary", ""):
        response.vary.add(VARIES)
    return response


def _is_long(response: Response) -> bool:
    """True if compressing it in one piece would keep other requests waiting."""
    return not response.is_streamed and len(response.get_data()) > PIECE_BYTES


def compressed(response: Response) -> Response:
    """Return the response, compressed as hard as Brotli can if the client takes it."""
    # Worth its time for files: the same bytes are sent again and again, and packed once.
    if response.status_code == HTTPStatus.OK and request.accept_encodings["br"]:
        response.set_data(_brotli(response.get_data()))
        response.headers["Content-Encoding"] = "br"
        response.vary.add(VARIES)
    return response


def compressed_in_pieces(content: bytes) -> bytes:
    """Return long content in Brotli, for answers made once; other requests are served meanwhile."""
    packer = brotli.Compressor(quality=PIECEWISE_QUALITY)
    parts = [packer.process(piece) for piece in pieces(content)]
    return b"".join([*parts, packer.finish()])


def unpacked(content: bytes) -> bytes:
    """Return Brotli content unpacked."""
    larger: bytes = brotli.decompress(content)
    return larger


def gzipped(content: bytes) -> bytes:
    """Return long content in gzip; other requests are served meanwhile."""
    packer = zlib.compressobj(wbits=GZIP_BITS)
    parts = [packer.compress(piece) for piece in pieces(content)]
    return b"".join([*parts, packer.flush()])


def zstandard(content: bytes) -> bytes:
    """Return long content in Zstandard; other requests are served meanwhile."""
    packer = compression.zstd.ZstdCompressor()
    parts = [packer.compress(piece) for piece in pieces(content)]
    return b"".join([*parts, packer.flush()])


def accepted_coding(codings: Sequence[str]) -> str | None:
    """Return the coding that the client prefers, the first of equals; None if it takes none."""
    best = max(codings, key=lambda coding: request.accept_encodings[coding])
    return best if request.accept_encodings[best] else None


@lru_cache(maxsize=MOST_PACKED)
def _brotli(content: bytes) -> bytes:
    smaller: bytes = brotli.compress(content, quality=11)
    return smaller


def compress(app: Flask) -> Callable[[Response], Response]:
    """Return the function that compresses the app's answers."""
    app.config.update(
        COMPRESS_ALGORITHM=ALGORITHMS,
        COMPRESS_ALGORITHM_STREAMING=ALGORITHMS,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,  # views have compared the ETag already
        COMPRESS_MIMETYPES=TYPES,
        COMPRESS_MIN_SIZE=LEAST_BYTES,
        COMPRESS_REGISTER=False,  # the app chooses its place among the hooks
    )
    return Compressed(app).after_request
