"""Receivers of notices over https on the loopback, with an authority of their own."""

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from threading import Event, Thread

import trustme
from msgspec import Struct

NAMES = ("hooks.example", "push.example", "localhost", "127.0.0.1")


class Received(Struct, frozen=True):
    path: str
    headers: dict[str, str]
    body: bytes


Answering = Callable[["Receiver", BaseHTTPRequestHandler], None]
"""Writes the answer to a request by itself."""


class Receiver:
    """An HTTPS server that keeps what it is sent; ``answer`` may be changed at any time."""

    def __init__(self, authority: trustme.CA, names: tuple[str, ...] = NAMES) -> None:
        self.received: SimpleQueue[Received] = SimpleQueue()
        self.left, self.stopped = Event(), Event()
        self.pieces = 0
        self.answer: Answering = with_status(204)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(*names).configure_cert(tls)
        self._server.socket = tls.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = self._server.server_address[1]

    def url(self, host: str = "127.0.0.1", path: str = "/hook") -> str:
        return f"https://{host}:{self.port}{path}"

    def take(self) -> Received:
        """The request that came first of those not yet taken."""
        return self.received.get(timeout=20)

    @contextmanager
    def serving(self) -> Iterator["Receiver"]:
        thread = Thread(target=self._server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield self
        finally:
            self.stopped.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()


def trusting(authority: trustme.CA) -> ssl.SSLContext:
    """A client's context that trusts this authority alone."""
    tls = ssl.create_default_context()
    authority.configure_trust(tls)
    return tls


def with_status(status: int, **headers: str) -> Answering:
    """Answer with a status and no body; in names of headers `_` stands for `-`."""

    def answer(receiver: Receiver, request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, text in headers.items():
            request.send_header(name.replace("_", "-"), text)
        request.send_header("Content-Length", "0")
        request.end_headers()

    return answer


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        sent: Received

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): text for name, text in self.headers.items()}
            self.sent = Received(self.path, headers, body)
            receiver.received.put(self.sent)
            try:
                receiver.answer(receiver, self)
            except OSError:
                receiver.left.set()

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    return Handler
