"""The process that Prometheus scrapes: ``python -m service.telemetry.exporter SOCKET``.

It uses threads, which neither the launcher nor gunicorn's master may have, as both fork.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from service.machine.this_process import name_process
from service.telemetry.counting import FOLDER
from service.telemetry.slots import Slots

PATH = "/metrics"
CLIENT_SECONDS = 10
MOST_OPEN = 50
"""Connections open at a time: each holds a thread and a file."""

Answer = Iterable[bytes]
Start = Callable[..., Any]


class Counts(Collector):
    """The counts of all processes of a folder, including dead ones, and this release."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._slots = folder, Slots(folder)
        self._merge: Any = MultiProcessCollector.merge

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics, without the levels of dead processes."""
        self._slots.forget_dead()
        # A file that a process is just creating is empty, which is no error.
        files = [str(file) for file in self._folder.glob("*.db") if file.stat().st_size]
        yield from self._merge(files)
        build = GaugeMetricFamily("anabasis_build_info", "The release.", labels=["version"])
        build.add_metric([version("anabasis")], 1)
        yield build


class Handler(WSGIRequestHandler):
    """One scrape; slow clients time out, and nothing is logged."""

    timeout = CLIENT_SECONDS

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class Server(ThreadingMixIn, WSGIServer):
    """A server on a socket that its parent has opened, with a thread for each scrape."""

    daemon_threads = True

    def __init__(self, listener: socket.socket, app: Any) -> None:
        host, port = listener.getsockname()[:2]
        super().__init__((host, port), Handler, bind_and_activate=False)
        self.socket.close()
        self.socket, self.server_name, self.server_port = listener, host, port
        self.setup_environ()
        self.set_app(app)
        self._open: dict[Any, None] = {}
        self._lock = threading.Lock()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a request in a thread."""
        with self._lock:
            self._open[request] = None
            # A scrape takes hardly any time, so the oldest connection is one that hangs.
            oldest = next(iter(self._open)) if len(self._open) > MOST_OPEN else None
            self._open.pop(oldest, None)
        if oldest is not None:
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """End a connection."""
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)


def app_of(folder: Path) -> Callable[[dict[str, Any], Start], Answer]:
    """Return a WSGI app that serves a folder's metrics, and nothing else."""
    registry = CollectorRegistry()
    registry.register(Counts(folder))
    metrics: Any = make_wsgi_app(registry)

    def app(environ: dict[str, Any], start: Start) -> Answer:
        if environ["PATH_INFO"] != PATH:
            start("404 Not Found", [("Content-Type", "text/plain")])
            return [b"Metrics are at /metrics.\n"]
        body: Answer = metrics(environ, start)
        return body

    return app


def main(number: int) -> None:
    """Serve until this process is ended."""
    name_process("metrics")
    with Server(socket.socket(fileno=number), app_of(Path(os.environ[FOLDER]))) as server:
        server.serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]))
