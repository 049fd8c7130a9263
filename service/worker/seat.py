"""A bot's seat: the API in the same process, called as by a server, without a network."""

import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import httpx
import msgspec
from flask import Flask

from domain.record.visibility import JsonObject
from service.clients import error_of
from service.clients.planners.seats import all_events
from service.context import Services
from service.http.asking.auth import bot_token
from service.http.resources.api import BASE

SERVER = {
    "SCRIPT_NAME": "",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "REMOTE_ADDR": "127.0.0.1",
    "HTTP_HOST": "localhost",
    "wsgi.version": (1, 0),
    "wsgi.url_scheme": "http",
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": False,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
}
"""The WSGI environ of a server, and of a request from its own machine."""

SeatOf = Callable[[str, int], "BotSeat"]
"""The seat of a bot, by game and number."""


def in_process(app: Flask) -> SeatOf:
    """Return a function that gives a bot's seat in a game of this app."""
    return lambda game_id, number: BotSeat(app, game_id, number)


class BotSeat:
    """Asks and plays for one bot, with the rights of its token, like any client.

    So a bot sees no more than a person in its seat would, and the same checks refuse its moves.
    The token is made with the installation's key.
    """

    # An HTTP client costs more than most answers: a third of a move's processor time.

    def __init__(self, app: Flask, game_id: str, number: int) -> None:
        self._app, self._place = app, (game_id, number)
        self._view: JsonObject | None = None

    def bots_to_act(self) -> list[int]:
        """Return the seats of bots that are to act in the latest position that the API returned."""
        if self._view is None:
            return []
        seats = self._view["seats"]
        return [number for number in self._view["to_act"] if seats[number]["bot"]]

    def position(self, game: str) -> JsonObject:
        """Return the seat's legal moves and its view. Raises ApiError."""
        return self._position("GET", game, "view=true")

    def play(self, game: str, move: JsonObject, version: int) -> JsonObject:
        """Make a move and return the position after it. Raises ApiError."""
        # No Idempotency-Key: nobody repeats the move, and only one can be accepted at its version.
        body = msgspec.json.encode(move)
        return self._position("POST", game, "moves=true", body, HTTP_IF_MATCH=f'"{version}"')

    def events(self, game: str, after: int) -> Iterator[JsonObject]:
        """Return the events after a version, as the seat may see them. Raises ApiError."""
        return all_events(
            lambda at, most: self._ask("GET", f"{game}/events", f"after={at}&limit={most}"), after
        )

    def _position(
        self, method: str, game: str, query: str, body: bytes = b"", **headers: str
    ) -> JsonObject:
        position = self._ask(method, f"{game}/moves", query, body, **headers)
        self._view = position["view"]
        return position

    def _ask(
        self, method: str, place: str, query: str, body: bytes = b"", **headers: str
    ) -> JsonObject:
        status, answer = self._answered(
            {
                **SERVER,
                "HTTP_AUTHORIZATION": f"Bearer {self._token()}",
                "REQUEST_METHOD": method,
                "PATH_INFO": f"{BASE}/games/{place}",
                "QUERY_STRING": query,
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(body)),
                "wsgi.input": BytesIO(body),
                **headers,
            }
        )
        if status >= httpx.codes.BAD_REQUEST:
            raise error_of(httpx.Response(status, content=answer))
        decoded: JsonObject = msgspec.json.decode(answer)
        return decoded

    def _token(self) -> str:
        own: Services = self._app.extensions["anabasis"]
        return bot_token(own.key, *self._place)

    def _answered(self, environ: dict[str, Any]) -> tuple[int, bytes]:
        """Return the status and the body of the app's answer."""
        statuses: list[int] = []

        def start_response(status: str, *_: Any) -> Callable[[bytes], object]:
            statuses.append(int(status[:3]))
            return BytesIO().write

        answer = self._app(environ, start_response)
        try:
            return statuses[-1], b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()
