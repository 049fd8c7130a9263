"""Applications on gunicorn, one process each with the settings of `make run`, on one server.

Or the service as it is, on a server of its own.
"""

import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, Self

from service.machine.processes import spawn, stop
from service.server.embedded import EmbeddedServer
from service.store.redis_store import RedisStore
from tests.benchmarks.machine import cpu_seconds
from tests.servers import Service, children, serving
from tests.waiting import eventually

GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:service.run.gunicorn_settings")
SERVICE = "service.run.web:application()"
BARE = "tests.benchmarks.bare_route:create_app()"
BOOT_SECONDS = 60.0


class Cost(NamedTuple):
    """Seconds on the wall, and CPU seconds of the web process and of Valkey."""

    wall: float
    web: float
    valkey: float

    @property
    def cpu(self) -> float:
        """CPU seconds of both."""
        return self.web + self.valkey

    def __sub__(self, other: tuple[Any, ...]) -> "Cost":
        return Cost(*(ours - theirs for ours, theirs in zip(self, other, strict=True)))

    def __truediv__(self, count: float) -> "Cost":
        return Cost(*(each / count for each in self))


class Side:
    """One application, asked over a connection that is kept alive."""

    def __init__(self, port: int, web: int, server: EmbeddedServer) -> None:
        self.store = RedisStore.of_url(server.url)
        self.address = f"http://127.0.0.1:{port}"
        self._port, self._line = port, HTTPConnection("127.0.0.1", port, timeout=BOOT_SECONDS)
        self._web, self._valkey = children(web), server.pid

    def spent(self) -> Cost:
        """The time now, and the CPU seconds taken so far."""
        return Cost(perf_counter(), cpu_seconds(self._web), cpu_seconds([self._valkey]))

    def come_from(self, address: str) -> None:
        """Ask from another address of the loopback network from now on."""
        self._line.close()
        place = (address, 0)
        port = self._port
        self._line = HTTPConnection("127.0.0.1", port, timeout=BOOT_SECONDS, source_address=place)

    @property
    def memory(self) -> int:
        """The bytes of memory that the web process has in use."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self._web)
        return pages * os.sysconf("SC_PAGE_SIZE")

    def get(self, path: str, token: str = "") -> Any:
        """The JSON at a path."""
        return json.loads(self.read(path, token))

    def read(self, path: str, token: str = "") -> bytes:
        """The answer at a path as it came."""
        return self._ask("GET", path, None, _headers(token))

    def post(self, path: str, body: bytes, token: str = "", version: int | None = None) -> Any:
        """Create something; the JSON of the answer."""
        return json.loads(self.send(path, body, token, version))

    def send(self, path: str, body: bytes, token: str = "", version: int | None = None) -> bytes:
        """Create something; the answer as it came: reading JSON is the client's time."""
        headers = {"Content-Type": "application/json"} | _headers(token)
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self._ask("POST", path, body, headers)

    @contextmanager
    def listening(self, path: str, token: str) -> Iterator[None]:
        """A stream that is open and that nobody reads."""
        line = HTTPConnection("127.0.0.1", self._port, timeout=BOOT_SECONDS)
        line.request("GET", path, None, _headers(token))
        assert line.getresponse().status == 200
        try:
            yield
        finally:
            line.close()

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> bytes:
        try:
            status, said = self._exchange(method, path, body, headers)
        except (BrokenPipeError, ConnectionResetError):  # gunicorn has closed a line that was idle
            self._line.close()
            status, said = self._exchange(method, path, body, headers)
        assert status in (200, 201), said
        return said

    def _exchange(self, *request: Any) -> tuple[int, bytes]:
        self._line.request(*request)
        answer = self._line.getresponse()
        return answer.status, answer.read()


class Stage:
    """A server, and the applications started on it; a context manager."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="anabasis-bench-"))
        self._server = self._stack.enter_context(EmbeddedServer(Path(folder)))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._server.url

    def start(self, app: str = SERVICE, **more: str) -> Side:
        """Start an application, with more settings if given; return it once it answers."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port, descriptor = int(listener.getsockname()[1]), listener.fileno()
            settings = {
                "ANABASIS_REDIS_URL": self._server.url,
                "ANABASIS_WORKERS": "1",
                "ANABASIS_RATE_LIMIT": "100000 per second",
                "ANABASIS_NEW_PLAYERS": "100000 per hour",
            }
            command = [*GUNICORN, "--bind", f"fd://{descriptor}", app]
            web = spawn(command, env=os.environ | settings | more, pass_fds=[descriptor])
            self._stack.callback(stop, web, 5.0)
        eventually(lambda: _answers(port), BOOT_SECONDS)
        return Side(port, web.pid, self._server)


@contextmanager
def a_service() -> Iterator[Service]:
    """The service on a store of its own, both gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder,
        serving(Path(folder)) as service,
    ):
        yield service


@contextmanager
def served(*apps: str) -> Iterator[list[Side]]:
    """The applications, all of them on one server."""
    with Stage() as stage:
        yield [stage.start(app) for app in apps]


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=1.0)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status < 500
    except OSError:
        return False
    finally:
        connection.close()
