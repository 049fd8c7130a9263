"""Send calls and read their answers, for every part of the client."""

from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx

from clients.python.connection import Call, Connection
from clients.python.errors import not_json
from clients.python.shapes import JsonObject


class Calls:
    """Sends calls for one player, or for the public without a token."""

    def __init__(self, connection: Connection, token: str | None) -> None:
        self._connection, self.token = connection, token

    def _get(self, path: str, **params: Any) -> JsonObject:
        return self._json(Call("GET", path, params=params, repeatable=True))

    def _post(
        self, path: str, body: JsonObject, version: int | None = None, key: str | None = None
    ) -> JsonObject:
        # Every attempt sends the same key, so a command whose answer was lost is recorded once.
        headers = {"Idempotency-Key": key or uuid4().hex}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self._json(Call("POST", path, body=body, headers=headers, repeatable=True))

    def _delete(self, path: str) -> JsonObject:
        headers = {"Idempotency-Key": uuid4().hex}
        return self._json(Call("DELETE", path, headers=headers, repeatable=True))

    def _json(self, call: Call) -> JsonObject:
        response = self._connection.send(call, self.token)
        return _content(response)

    def _read(self, call: Call) -> JsonObject | None:
        """Return the same as ``_json``, or None if nothing has changed."""
        response = self._connection.send(call, self.token)
        unchanged = (httpx.codes.NOT_MODIFIED, httpx.codes.NO_CONTENT)
        return None if response.status_code in unchanged else _content(response)


def game_path(game: str) -> str:
    """Return the path of a game."""
    return f"/games/{segment(game)}"


def segment(name: str) -> str:
    """Return a name as one segment of a path."""
    # Otherwise a slash in a name would lead to another path of the API.
    return quote(name, safe="")


def _content(response: httpx.Response) -> JsonObject:
    if response.status_code == httpx.codes.NO_CONTENT:
        return {}
    try:
        content: JsonObject = response.json()
    except ValueError as error:
        raise not_json(response) from error
    return content
