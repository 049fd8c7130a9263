"""Answers in other forms than JSON objects: the board in the server's words, an export's bytes."""

import os
from dataclasses import replace
from typing import Any, Final

import httpx

from ..call import Call, content
from ..calls import game_path
from ..client import Anabasis
from ..connection import API
from ..errors import error_of, no_connection, not_json
from .context import GamePlace

_SECONDS: Final = 60.0


def told_by_server(
    client: Anabasis, game: str, at: int | None = None, code: str | None = None
) -> str:
    """Return a position in the server's words, in the language of ``LANG``. Raises ApiError."""
    headers = {"Accept": "text/plain", "Accept-Language": _language()}
    asked = {"at": at, "join_code": code}
    answer = _fetch(client, Call("GET", game_path(game), asked, headers=headers))
    if not answer.headers.get("Content-Type", "").startswith("text/plain"):
        raise not_json(answer, "plain text")
    return answer.text


def exported(client: Anabasis, place: GamePlace) -> bytes:
    """Return the export of a game, byte by byte as the server sent it. Raises ApiError."""
    asked = {"join_code": place.code}
    answer = _fetch(client, Call("GET", f"{game_path(place.game)}/export", asked))
    record = content(answer)
    if not isinstance(record, dict) or "events" not in record:
        raise not_json(answer, "a record")
    return answer.content


def token_for_code(client: Anabasis, code: str) -> str | None:
    """Return a token for the code that another device has shown. Raises ApiError."""
    url = f"{client.base_url}{API}/session"
    try:
        response = httpx.post(url, json={"transfer": code}, timeout=_SECONDS)
    except httpx.RequestError as error:
        raise no_connection(error, client.base_url) from error
    if not response.is_success:
        raise error_of(response)
    return response.cookies.get("anabasis")


def _fetch(client: Anabasis, call: Call[Any]) -> httpx.Response:
    patient = replace(call, repeatable=True, silence=_SECONDS)
    return client._connection.send(patient, client.token)


def _language() -> str:
    chosen = os.environ.get("LC_ALL") or os.environ.get("LANG") or "en"
    return chosen.partition(".")[0].replace("_", "-") or "en"
