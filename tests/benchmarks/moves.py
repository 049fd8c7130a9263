"""(a) POST move through the whole service, against a bare route with one append."""

import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tqdm import tqdm

from service.processes import spawn, stop
from service.store.embedded import EmbeddedServer
from tests.benchmarks.long_game import TERMS, long_script
from tests.benchmarks.measuring import heading, p95, ratio, row
from tests.waiting import eventually

GUNICORN = (sys.executable, "-m", "gunicorn", "--config", "python:service.run.gunicorn_settings")
EARLY, LATE = (10, 70), (440, 500)
AIM = 0.5


def bench_moves() -> None:
    """Play one long game, each move beside one bare append, on one keep-alive connection each."""
    heading("(a) POST move, whole service against a bare Flask route with one append")
    script = long_script()
    with _service() as (ours, bare):
        times = _played(script, ours, bare)
    served, appended = ([t for t, _ in times], [t for _, t in times])
    row("bare route", f"{median(appended) * 1e3:.2f} ms", f"p95 {p95(appended) * 1e3:.2f} ms")
    row("POST move", f"{median(served) * 1e3:.2f} ms", f"p95 {p95(served) * 1e3:.2f} ms")
    ratio("moves a second, of the bare route's", median(appended) / median(served), AIM)
    early, late = (_window(times, *span) for span in (EARLY, LATE))
    row("the same, events 10 to 70", f"{early:.2f}")
    row("the same, events 440 to 500", f"{late:.2f}", f"late/early {late / early:.2f}")


def _window(times: list[tuple[float, float]], first: int, last: int) -> float:
    served, appended = zip(*times[first:last], strict=True)
    return median(appended) / median(served)


def _played(
    script: list[tuple[int, dict[str, Any]]], ours: int, bare: int
) -> list[tuple[float, float]]:
    service, reference = HTTPConnection("127.0.0.1", ours), HTTPConnection("127.0.0.1", bare)
    tokens, game, version = _table(service)
    times: list[tuple[float, float]] = []
    for seat, move in tqdm(script, unit="move", leave=False, disable=None):
        body = json.dumps(move).encode()
        start = perf_counter()
        answer = _post(service, f"/api/v1/games/{game}/moves", body, tokens[seat], version)
        middle = perf_counter()
        _post(reference, f"/append/bare-{game}", body)
        times.append((middle - start, perf_counter() - middle))
        version = answer["version"]
    return times


def _table(service: HTTPConnection) -> tuple[list[str], str, int]:
    tokens = [
        _post(service, "/api/v1/players", json.dumps({"name": name}).encode())["token"]
        for name in ("Ada", "Bob")
    ]
    terms = json.dumps({"ruleset": "alexandros", **TERMS}).encode()
    game = _post(service, "/api/v1/games", terms, tokens[0])["game_id"]
    seated = _post(service, f"/api/v1/games/{game}/seats", b"{}", tokens[1])
    return tokens, game, seated["version"]


def _post(
    connection: HTTPConnection, path: str, body: bytes, token: str = "", version: int | None = None
) -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if version is not None:
        headers["If-Match"] = f'"{version}"'
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    said = answer.read()
    assert answer.status == 201, said
    return json.loads(said)


@contextmanager
def _service() -> Iterator[tuple[int, int]]:
    """The ports of the whole service and of the bare route, on one server, settings alike."""
    with tempfile.TemporaryDirectory(prefix="anabasis-bench-") as folder, ExitStack() as stack:
        server = stack.enter_context(EmbeddedServer(Path(folder)))
        apps = ("service.app:create_app()", "tests.benchmarks.bare_route:create_app()")
        yield tuple(_gunicorn(stack, server.url, app) for app in apps)  # type: ignore[misc]


def _gunicorn(stack: ExitStack, url: str, app: str) -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
        settings = {
            "ANABASIS_REDIS_URL": url,
            "ANABASIS_WORKERS": "1",
            "ANABASIS_RATE_LIMIT": "100000 per second",
        }
        descriptor = listener.fileno()
        command = [*GUNICORN, "--bind", f"fd://{descriptor}", app]
        child = spawn(command, env=os.environ | settings, pass_fds=[descriptor])
        stack.callback(stop, child, 5.0)
    eventually(lambda: _answers(port))
    return port


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=1.0)
    try:
        connection.request("GET", "/livez")
        return connection.getresponse().status < 500
    except OSError:
        return False
    finally:
        connection.close()
