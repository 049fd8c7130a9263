"""Events as streams send them: encoded once for all viewers who may see the same."""

from functools import partial
from typing import Any

import msgspec

from domain.kernel.game import Game
from domain.record.record import Event
from domain.record.visibility import Viewer
from projections.redact import redact
from service.machine.byte_cache import ByteCache

KEPT_BYTES = 4 * 1024 * 1024
"""Some 6,000 events, enough for the newest ones of all games that are watched."""
ALL_SEEING = Viewer(over=True)


class Frames:
    """Server-sent events, kept by the event's hash and its viewer's rights."""

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self._kept = ByteCache(most_bytes)

    def of(self, game: Game, event: Event, viewer: Viewer, *, undone: bool = False) -> bytes:
        """Return an event of ``game`` as the viewer's stream sends it."""
        # After the end all see everything, so one frame serves every seat and every spectator.
        audience = ALL_SEEING if viewer.over else viewer
        make = partial(_shown, game, event, audience, undone=undone)
        return self._kept.get_or_make((event.hash, audience, undone), make)


def _shown(game: Game, event: Event, viewer: Viewer, *, undone: bool) -> bytes:
    return framed(event.version, redact(game, event, viewer, undone=undone))


def chunked(piece: bytes) -> bytes:
    """Return a piece of a body as a chunk of HTTP/1.1, for bodies of unknown length."""
    return b"%x\r\n%s\r\n" % (len(piece), piece)


def framed(version: int, content: Any) -> bytes:
    """Return a server-sent event with the version as its id."""
    return b"id: %d\ndata: %s\n\n" % (version, msgspec.json.encode(content))
