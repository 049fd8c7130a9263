"""What happens in any of a player's games, as it happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
from httpx_sse import ServerSentEvent

from .call import Call
from .chain import LastSeen
from .connection import Patience
from .errors import ApiError
from .streaming import StreamPlace, message_content


class AccountPlace(StreamPlace):
    """Where a player's stream is; it goes on without end.

    Each event has its ``kind``, and the ``id`` from which another stream can resume. The kind
    ``reset`` says that events may be missing: read the lists of games, invitations and challenges.
    """

    def __init__(self, patience: Patience, last_event_id: str) -> None:
        call: Call[None] = Call("GET", "/me/stream")
        super().__init__(patience, call, LastSeen(), last_event_id)

    def read(self, message: ServerSentEvent, response: httpx.Response) -> Iterator[Any]:
        """Yield the event of a message of any kind."""
        yield {**message_content(message, response), "id": message.id}

    def pause_after(self, error: ApiError | None) -> float | None:
        """Return the seconds until the next connection; raises as a game's stream does."""
        # An account may be quiet for days, while a proxy ends each stream after a minute.
        if error is None:
            self.vain = 0
        return super().pause_after(error)
