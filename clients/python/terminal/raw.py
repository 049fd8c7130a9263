"""Answers in other forms than JSON objects: the board as the server tells it, an export's bytes."""

import os
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

import httpx

from ..client import Anabasis
from ..connection import API, authorization
from ..errors import error_of, no_connection

_SECONDS: Final = 60.0


def told_by_server(client: Anabasis, game: str, at: int | None = None) -> str:
    """Return a position in the server's words, in the language of ``LANG``. Raises ApiError."""
    headers = {"Accept": "text/plain", "Accept-Language": _language()}
    return _fetch(client, f"/games/{quote(game, safe='')}", {"at": at}, headers).text


def exported(client: Anabasis, game: str) -> bytes:
    """Return the export of a game, byte by byte as the server sent it. Raises ApiError."""
    return _fetch(client, f"/games/{quote(game, safe='')}/export", {}, {}).content


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


def _fetch(
    client: Anabasis, path: str, params: Mapping[str, Any], headers: Mapping[str, str]
) -> httpx.Response:
    known = {name: value for name, value in params.items() if value is not None}
    both = {**authorization(client.token), **headers}
    try:
        url = f"{client.base_url}{API}{path}"
        response = httpx.get(url, params=known, headers=both, timeout=_SECONDS)
    except httpx.RequestError as error:
        raise no_connection(error, client.base_url) from error
    if not response.is_success:
        raise error_of(response)
    return response


def _language() -> str:
    chosen = os.environ.get("LC_ALL") or os.environ.get("LANG") or "en"
    return chosen.partition(".")[0].replace("_", "-") or "en"
