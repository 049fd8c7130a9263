"""The command in a request: its body, its key, and the version that it expects."""

import re

from domain.kernel.game import Game
from service.context import present_request
from service.game.commands import VersionMissing
from service.game.repeats import Command
from service.http.reading.bodies import body

KEY_LENGTH = 200
# Eleven digits at most: a longer number is a mistake, and no version of a game.
VERSION = r'(W/)?"(0|[1-9][0-9]{0,10})(-n[0-9a-f]{8})?"|0|[1-9][0-9]{0,10}'
"""A version in `If-Match`: an ETag, or its number alone."""
_VERSION = re.compile(VERSION)
# Names and kept seats change an answer without an event. A move need not repeat their mark: only
# the version decides whether it is late.
NAMES = "-n"
"""Separates a version from the mark of names and kept seats in an ETag."""


class HeaderInvalid(Exception):
    """A header that cannot be used; the case names it, the gaps fill the text about it."""

    def __init__(self, case: str, **gaps: object) -> None:
        self.gaps = gaps
        super().__init__(case)


def command_of(game: Game, seat: int) -> Command:
    """Return the command of a request's body and Idempotency-Key, for any version."""
    scope = f"seat {seat}" if game.terms.study is None else "study"
    # The path's end distinguishes a resignation from a move: one key for both is a fault.
    name = present_request().path.rsplit("/", 1)[-1]
    return Command.of([name, body()], scope=scope, key=idempotency_key())


def idempotency_key() -> str | None:
    """Return the request's Idempotency-Key, None where it has none. Raises HeaderInvalid."""
    key: str | None = present_request().environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not 0 < len(key) <= KEY_LENGTH:
        raise HeaderInvalid("idempotency_key", limit=KEY_LENGTH, length=len(key))
    return key


def expected_version(*, required: bool) -> int | None:
    """Return the version named by If-Match, None for ``*`` or if an optional header is missing.

    Raises VersionMissing, or HeaderInvalid if the header names no single version.
    """
    header: str | None = present_request().environ.get("HTTP_IF_MATCH")
    if header is None:
        if required:
            raise VersionMissing
        return None
    if header.strip() == "*":
        return None
    if not _VERSION.fullmatch(header.strip()):
        raise HeaderInvalid("if_match", given=repr(header[:80]))
    return int(header.strip().removeprefix("W/").strip('"').partition(NAMES)[0])
