"""Connections to the service that are kept alive, each for one request at a time."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from queue import Queue
from time import monotonic
from typing import Any
from uuid import uuid4

API = "/api/v1"
ANSWER_SECONDS = 30.0
IDLE_SECONDS = 4.0
"""The service closes a connection that was idle for five seconds."""


class Failed(Exception):
    """A request that was refused (its status and code) or had no answer."""


class Line:
    """One connection, opened when it is needed."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = HTTPConnection(host, port, timeout=ANSWER_SECONDS)
        self._used = 0.0

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        """Return the body of a successful answer. Raises Failed."""
        if monotonic() - self._used > IDLE_SECONDS:
            self._connection.close()
        try:
            status, said = self._exchange(method, path, body, headers)
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise Failed(type(error).__name__) from error
        finally:
            self._used = monotonic()
        if status not in (200, 201):
            raise Failed(f"{status} {_code(said)}")
        return said

    def _exchange(self, *request: Any) -> tuple[int, bytes]:
        self._connection.request(*request)
        answer = self._connection.getresponse()
        return answer.status, answer.read()


class Lines:
    """A number of connections, used in turn so that all web processes have their share."""

    def __init__(self, host: str, ports: Sequence[int], count: int) -> None:
        self._lines: Queue[Line] = Queue()
        for port, _ in zip(cycle(ports), range(count), strict=False):
            self._lines.put(Line(host, port))

    def get(self, path: str, token: str = "") -> bytes:
        """Return the JSON at a path of the API. Raises Failed."""
        with self._lent() as line:
            return line.ask("GET", API + path, None, _authorization(token))

    def post(self, path: str, body: Any, token: str = "", version: int | None = None) -> Any:
        """Return the JSON of the answer to a command. Raises Failed."""
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": uuid4().hex,
            **_authorization(token),
        }
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        with self._lent() as line:
            said = line.ask("POST", API + path, json.dumps(body).encode(), headers)
        return json.loads(said)

    @contextmanager
    def _lent(self) -> Iterator[Line]:
        line = self._lines.get()
        try:
            yield line
        finally:
            self._lines.put(line)


def _authorization(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _code(said: bytes) -> str:
    try:
        return str(json.loads(said).get("code", ""))
    except (ValueError, AttributeError):
        return ""
