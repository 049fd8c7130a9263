"""Thousands of clients that hold connections, send next to nothing and come back when dropped."""

import selectors
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from time import monotonic
from urllib.parse import urlsplit

HEAD = b"POST /api/v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
SLOW_BODY = HEAD + b"Content-Length: 60000\r\n\r\n{"
SLOW_HEAD = HEAD + b"X-Slow: "
TRICKLE_SECONDS = 2.0
RETURN_SECONDS = 1.0


@contextmanager
def besieged(
    address: str, count: int, opening: bytes, sources: Sequence[str] = ("127.0.0.1",)
) -> Iterator[None]:
    """A service with so many slow clients at its gate, in a process of their own."""
    parts = urlsplit(address)
    arguments = (str(parts.hostname), parts.port, count, opening, list(sources))
    crowd = get_context("spawn").Process(target=_besiege, args=arguments, daemon=True)
    crowd.start()
    try:
        yield
    finally:
        crowd.terminate()
        crowd.join()


def many_addresses(count: int) -> list[str]:
    """So many addresses of the loopback."""
    return [f"127.0.{number // 250}.{number % 250 + 2}" for number in range(count)]


def _besiege(host: str, port: int, count: int, opening: bytes, sources: list[str]) -> None:
    crowd = Crowd((host, port), opening)
    for number in range(count):
        crowd.connect(sources[number % len(sources)])
    while True:
        crowd.live(RETURN_SECONDS)


class Crowd:
    """Connections that send their opening, then a byte now and then."""

    def __init__(self, target: tuple[str, int], opening: bytes) -> None:
        self._target = target
        self._opening = opening
        self._selector = selectors.DefaultSelector()
        self._away: list[str] = []
        self._trickled = monotonic()

    def connect(self, source: str) -> None:
        """Open a connection from an address."""
        client = socket.socket()
        client.bind((source, 0))
        client.setblocking(False)
        with suppress(BlockingIOError):
            client.connect(self._target)
        self._selector.register(client, selectors.EVENT_WRITE, source)

    def live(self, seconds: float) -> None:
        """Handle all connections for so long; then the dropped clients come back."""
        until = monotonic() + seconds
        while monotonic() < until:
            for key, _ in self._selector.select(0.1):
                self._handle(key)
        returning, self._away = self._away, []
        for source in returning:
            self.connect(source)
        if monotonic() > self._trickled + TRICKLE_SECONDS:
            self._trickle()

    def _handle(self, key: selectors.SelectorKey) -> None:
        client: socket.socket = key.fileobj  # type: ignore[assignment]
        is_over = True
        with suppress(OSError):
            if key.events == selectors.EVENT_WRITE:
                client.send(self._opening)
                self._selector.modify(client, selectors.EVENT_READ, key.data)
                return
            is_over = not client.recv(4096)
        if is_over:
            self._selector.unregister(client)
            client.close()
            self._away.append(key.data)

    def _trickle(self) -> None:
        self._trickled = monotonic()
        for key in list(self._selector.get_map().values()):
            if key.events == selectors.EVENT_READ:
                with suppress(OSError):
                    key.fileobj.send(b"a")  # type: ignore[union-attr]
