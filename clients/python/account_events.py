"""A player's games, and what happens in any of them."""

import json
from collections.abc import Iterator

import httpx
from httpx_sse import ServerSentEvent

from clients.python.calls import Calls
from clients.python.connection import Call, Connection
from clients.python.errors import ApiError, not_json
from clients.python.shapes import JsonObject
from clients.python.streaming import EventStream


class AccountEventStream(EventStream):
    """Iterates over a player's events without end; reconnects and resumes as a game's stream does.

    Each event has its ``kind``, and the ``id`` from which another stream can resume. The kind
    ``reset`` says that events may be missing: read the lists of games and invitations.
    """

    def __init__(self, connection: Connection, token: str | None, last_id: str) -> None:
        super().__init__(connection, "/me/stream", token, last_id)

    def read(self, message: ServerSentEvent, response: httpx.Response) -> Iterator[JsonObject]:
        """Yield the event of a message, of whatever kind."""
        try:
            yield {**json.loads(message.data), "id": message.id}
        except ValueError as error:
            raise not_json(response) from error

    def _go_on(self, error: ApiError | None) -> bool:
        # An account may be quiet for days, while a proxy ends each stream after a minute.
        if error is None:
            self._vain = 0
            return True
        return super()._go_on(error)


class AccountCalls(Calls):
    """The calls about all games of a player; every method raises ApiError like the client's."""

    def my_games(
        self,
        waiting: bool | None = None,
        page: int | None = None,
        *,
        wait: float | None = None,
        after: str | None = None,
    ) -> JsonObject:
        """Return this player's games, paged; with ``waiting`` only those that wait for the player.

        The game that has waited longest comes first. With ``wait`` (seconds, at most 30), the
        answer comes once something has happened since ``after``, the ``last_event_id`` of an
        earlier answer.
        """
        params = {"waiting": waiting, "page": page, "wait": wait, "after": after}
        if wait is None:
            return self._get("/me/games", **params)
        # The service answers at the end of the wait; 15 s more allow for the network.
        silence = wait + 15.0
        return self._json(Call("GET", "/me/games", params=params, repeatable=True, silence=silence))

    def me_stream(self, last_event_id: str = "") -> Iterator[JsonObject]:
        """Return what happens in any of this player's games, after ``last_event_id``.

        It reconnects as needed, and never ends. Raises Unavailable if the service stays
        unreachable.
        """
        return iter(AccountEventStream(self._connection, self.token, last_event_id))
