"""A proxy before a server, on the loopback, that loses, holds, delays and cuts off traffic."""

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Self

Target = Path | tuple[str, int]
"""A server's socket in the file system, or its host and port."""
PIECE = 65_536


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of all connections; if ``about`` is given, of those whose last request matches it.

    ``refuse`` ends them, ``hold`` keeps all that is sent either way until it is over,
    ``lose_replies`` swallows replies to requests that did arrive, ``cut_after`` ends a connection
    after so many bytes of a reply, ``delay`` brings replies so many seconds late. ``times`` is
    the number of replies concerned, None for all.
    """

    refuse: bool = False
    hold: bool = False
    lose_replies: bool = False
    cut_after: int | None = None
    delay: float = 0.0
    about: bytes = b""
    times: int | None = None

    def concerns(self, request: bytes) -> bool:
        """True if it is a fault of the connection that has sent this."""
        return re.search(self.about, request, re.DOTALL) is not None


NONE = Fault()


class Proxy:
    """Passes connections on to a server; a context manager.

    ``spoilt`` counts the replies that a fault concerned, ``held`` what was kept on its way.
    """

    def __init__(self, target: Target) -> None:
        self.spoilt = self.held = 0
        self._target = target
        self._fault = NONE
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self._changed = Condition()
        self._is_closing = Event()
        self._links: set[_Link] = set()
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closing.set()
        self.suffer(NONE)
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut_off()

    def suffer(self, fault: Fault) -> None:
        """Have all connections, present and future, suffer a fault from now on."""
        with self._changed:
            self._fault = fault
            self._changed.notify_all()
        if fault.refuse:
            self.cut_off()

    @contextmanager
    def suffering(self, fault: Fault) -> Iterator[None]:
        """Have connections suffer a fault for a while."""
        self.suffer(fault)
        try:
            yield
        finally:
            self.suffer(NONE)

    def lead_to(self, target: Target) -> None:
        """Lead to another server from now on; present connections end."""
        self._target = target
        self.cut_off()

    def cut_off(self) -> None:
        """End all connections."""
        with self._changed:
            links, self._links = self._links, set()
        for link in links:
            link.end()

    def fault_of(self, request: bytes) -> Fault:
        """Return the fault of the reply to a request, and count it."""
        with self._changed:
            fault = self._fault
            if fault is NONE or not fault.concerns(request):
                return NONE
            self.spoilt += 1
            if fault.times is not None:
                self._fault = replace(fault, times=fault.times - 1) if fault.times > 1 else NONE
            return fault

    def await_passage(self, request: bytes) -> None:
        """Return once a request, or the reply to it, is not held up."""
        with self._changed:
            self.held += self._holds(request)
            self._changed.wait_for(lambda: not self._holds(request))

    def _holds(self, request: bytes) -> bool:
        return self._fault.hold and self._fault.concerns(request)

    def forget(self, link: "_Link") -> None:
        """Forget a connection that has ended."""
        with self._changed:
            self._links.discard(link)

    def pause(self, seconds: float) -> None:
        """Wait, but not past the end of the proxy."""
        self._is_closing.wait(seconds)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = None if self._fault.refuse else _connected(self._target)
            if server is None:
                client.close()
                continue
            link = _Link(self, client, server)
            with self._changed:
                self._links.add(link)
            link.begin()


class _Link:
    """A client's connection, and the one to the server behind it."""

    def __init__(self, proxy: Proxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy, self._client, self._server = proxy, client, server
        self._request, self._is_answered = b"", True

    def begin(self) -> None:
        for carry in (self._carry_requests, self._carry_replies):
            Thread(target=self._until_ended, args=(carry,), daemon=True).start()

    def end(self) -> None:
        for side in (self._client, self._server):
            with suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)
            side.close()

    def _until_ended(self, carry: Callable[[], None]) -> None:
        with suppress(OSError):
            carry()
        self.end()
        self._proxy.forget(self)

    def _carry_requests(self) -> None:
        while piece := self._client.recv(PIECE):
            self._request = piece if self._is_answered else self._request[-PIECE:] + piece
            self._is_answered = False
            self._proxy.await_passage(self._request)
            self._server.sendall(piece)

    def _carry_replies(self) -> None:
        while piece := self._server.recv(PIECE):
            fault = self._proxy.fault_of(self._request)
            self._is_answered = True
            self._proxy.await_passage(self._request)
            self._proxy.pause(fault.delay)
            if fault.cut_after is not None:
                self._client.sendall(piece[: fault.cut_after])
                return
            if not fault.lose_replies:
                self._client.sendall(piece)


def _connected(target: Target) -> socket.socket | None:
    """Return a connection to a server, None if it is not there."""
    family = socket.AF_UNIX if isinstance(target, Path) else socket.AF_INET
    server = socket.socket(family)
    try:
        server.connect(str(target) if isinstance(target, Path) else target)
    except OSError:
        server.close()
        return None
    return server
