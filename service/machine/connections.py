"""The connections of a web process: their time limits, and the choice of one to drop."""

import errno
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from time import monotonic
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from service.machine.slices import SLICE_SECONDS, yield_control

T = TypeVar("T")

AT_ONCE = 0.0001
"""Seconds within which data that has already come is received."""
IDLE_SECONDS = 5.0
PATIENCE_SECONDS = 10.0
# A phone that sends 10 kB/s is never late.
LEAST_RATE = 1_000
"""Bytes of a request that buy one more second."""
# At that rate an import of 8 MiB could hold one of the few places for uploads for two hours.
LONG_BYTES, LONG_RATE = 128 * 1024, 32_000
"""Beyond so many bytes of a request, those that buy one more second."""
SEND_SECONDS = 30.0
REQUEST_BYTES = 9 * 1024 * 1024
"""More than any accepted head and body; nothing beyond is read."""
LINGER_SECONDS, LINGER_BYTES = 1.0, 64 * 1024
HEAD_BYTES = 16 * 1024
NETWORK_BITS, NETWORKS_KEPT = 64, 4_096
# For smaller answers the limit of connections is enough.
LARGE_BYTES = 64 * 1024
"""Answers above this size count against the limits of memory."""
HELD_BYTES, HELD_BYTES_EACH = 64 * 1024 * 1024, 16 * 1024 * 1024
"""Memory for larger answers that wait for their readers, in total and for one network."""
# So that streams shut nobody out.
SPARE = 200
"""Connections that a process accepts besides its streams."""
# So that new connections need not wait until dropped ones are gone.
HEADROOM = 50
"""Room for connections that are being dropped."""

_LANGUAGE = re.compile(rb"^accept-language:[ \t]*([ -~]*)", re.IGNORECASE | re.MULTILINE)


class TooSlow(Exception):
    """A request did not arrive in time."""


class TooManyConnections(Exception):
    """No more connections are accepted; there are ``limit`` already."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"{limit} connections already")


class Asked(NamedTuple):
    """The readable parts of a request that may be broken."""

    method: str
    target: str
    accept_language: str

    @property
    def path(self) -> str:
        """The target without its query."""
        try:
            path = urlsplit(self.target).path
        except ValueError:
            path = self.target.partition("?")[0]
        return path if path.startswith("/") else f"/{path}"


class TimedSocket:
    """A client's socket with time limits; all other attributes are the socket's.

    ``is_chunked`` if answers of unknown length are sent in chunks, as in HTTP/1.1.
    """

    def __init__(self, client: Any, network: str | None = None) -> None:
        self._socket = client
        self.network = network
        self._waits_since: float | None = None
        self._is_dropped = self._is_dismissed = False
        self.has_unread = False
        self.is_chunked = False
        self.held = 0
        self._alone_since = monotonic()
        self.make_room: Callable[[TimedSocket], object] = lambda _: None
        self.finish_request()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    def notice_dead_peers(self) -> None:
        """Have the system end the connection if sent data is not acknowledged."""
        # Otherwise a quiet stream cannot notice that its reader is gone.
        with suppress(AttributeError, OSError):
            milliseconds = int(SEND_SECONDS * 1000)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

    def finish_request(self) -> None:
        """Forget the current request: the next data begins another."""
        self._began: float | None = None
        self._paid_until = 0.0
        self._received = 0
        self._head = b""

    @property
    def asked(self) -> Asked:
        """The current request, as far as it has arrived."""
        method, _, rest = self._head.partition(b"\r\n")[0].decode("latin-1").partition(" ")
        language = _LANGUAGE.search(self._head)
        return Asked(
            method, rest.partition(" ")[0] or "/", language[1].decode() if language else ""
        )

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Receive a part of a request, or nothing from an idle client. Raises TooSlow."""
        if self._received > REQUEST_BYTES:
            return b""
        try:
            data = self._recv(size, flags)
        except TimeoutError:
            if self._began is None:
                return b""
            raise TooSlow from None
        except OSError:
            if not self._is_dismissed:
                raise
            data = self._recv(size, flags)  # gevent ended the wait
        self._note(data)
        return data

    def send(self, data: Any, flags: int = 0) -> int:
        """Send a part of an answer. Raises BrokenPipeError if the client reads none of it."""
        try:
            now = monotonic()
            sent: int = self._wait(now, now + SEND_SECONDS, self._socket.send, data, flags)
        except TimeoutError as error:
            raise BrokenPipeError(errno.EPIPE, "the client reads nothing") from error
        return sent

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send an answer; a slow reader has the full time for each part."""
        rest = memoryview(data)
        if len(rest) > LARGE_BYTES:
            self.held = len(rest)
            self.make_room(self)
        try:
            while rest:
                rest = rest[self.send(rest, flags) :]
        finally:
            self.held = 0

    def send_now(self, data: bytes) -> int:
        """Send as much as goes without waiting. Raises BlockingIOError if nothing does."""
        self._socket.settimeout(0.0)
        sent: int = self._socket.send(data)
        return sent

    def has_gone(self) -> bool:
        """True if the client seems to have closed the connection while its request is served.

        A client that has only stopped sending looks the same until something is sent to it.
        """
        try:
            self._socket.settimeout(0.0)
            return not self._socket.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def give_way(self) -> None:
        """Let others be served if only this client was served for a slice of time."""
        # Its data may all be there, so that no wait lets others in: an endless head, or thousands
        # of requests in a row.
        if monotonic() - self._alone_since > SLICE_SECONDS:
            yield_control()
            self._alone_since = monotonic()

    def lag(self, now: float) -> float | None:
        """Return the seconds that the client is late; None if nothing is expected from it.

        Negative for a client that has sent much, so that it is dropped last among silent ones.
        """
        return None if self._waits_since is None else now - self._waits_since

    def dismiss(self, seconds: float) -> None:
        """End the connection if it has waited ``seconds`` for a request; still answer a request."""
        lag = self.lag(monotonic())
        if self._began is None and lag is not None and lag >= seconds:
            self._is_dismissed = True
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RD)

    def drop(self) -> None:
        """End the connection; the greenlet waiting for the client wakes with a reset."""
        self._is_dropped = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the socket, after a while if the client may still send unread data."""
        if self.has_unread:
            self._linger()
        self._socket.close()

    def _linger(self) -> None:
        """Let the client read its last answer, as unread input would reset a closed connection."""
        due, left = monotonic() + LINGER_SECONDS, LINGER_BYTES
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
            while left > 0 and monotonic() < due:
                data = self._wait(due, due, self._socket.recv, 4096)
                left -= len(data) or left

    def _recv(self, size: int, flags: int) -> bytes:
        now = monotonic()
        if self._began is None:
            since, due = now, now + IDLE_SECONDS
        else:
            since = self._began + self._received / LEAST_RATE
            due = self._paid_until + PATIENCE_SECONDS
        data: bytes = self._wait(since, due, self._socket.recv, size, flags)
        if monotonic() - now > AT_ONCE:
            self._alone_since = monotonic()  # others were served meanwhile
        self.give_way()
        return data

    def _wait(self, since: float, due: float, call: Callable[..., T], *arguments: Any) -> T:
        """Wait for the client until ``due``; data already there is read in any case."""
        self._waits_since = since
        self._socket.settimeout(max(due - monotonic(), 0.001))
        try:
            return call(*arguments)
        except OSError as error:
            if self._is_dropped:
                raise ConnectionResetError(errno.ECONNRESET, "dropped to make room") from error
            raise
        finally:
            self._waits_since = None

    def _note(self, data: bytes) -> None:
        now = monotonic()
        if self._began is None:
            self._began = self._paid_until = now
        rate = LEAST_RATE if self._received < LONG_BYTES else LONG_RATE
        self._paid_until = min(self._paid_until + len(data) / rate, now)
        self._received += len(data)
        if len(self._head) < HEAD_BYTES:
            self._head += data


class Gate:
    """Admits connections: ``most`` at once, ``most_each`` from one network.

    The memory of large answers is limited likewise: ``held`` bytes at once, ``held_each`` for one
    network.
    """

    def __init__(
        self,
        most: int,
        most_each: int,
        held: int = HELD_BYTES,
        held_each: int = HELD_BYTES_EACH,
    ) -> None:
        self._most, self._most_each = most, most_each
        self._held, self._held_each = held, held_each
        self._inside: set[TimedSocket] = set()
        self._by_network: dict[str, set[TimedSocket]] = {}

    def admit(self, connection: TimedSocket) -> None:
        """Admit a connection. Raises TooManyConnections if no other can make room."""
        neighbours = self._neighbours(connection)
        if len(neighbours) >= self._most_each:
            self._make_room(neighbours)
        if len(self._inside) >= self._most:
            self._make_room(self._inside)
        self._inside.add(connection)
        connection.make_room = self._make_room_to_hold
        if connection.network is not None:
            self._by_network.setdefault(connection.network, set()).add(connection)

    def release(self, connection: TimedSocket) -> None:
        """Forget a connection."""
        self._inside.discard(connection)
        neighbours = self._neighbours(connection)
        neighbours.discard(connection)
        if not neighbours and connection.network is not None:
            self._by_network.pop(connection.network, None)

    def dismiss(self, seconds: float) -> None:
        """End the connections that have waited ``seconds`` for a request."""
        for connection in tuple(self._inside):
            connection.dismiss(seconds)

    def _neighbours(self, connection: TimedSocket) -> set[TimedSocket]:
        return self._by_network.get(connection.network or "", set())

    def _make_room(self, connections: set[TimedSocket]) -> None:
        # The client that has kept us waiting longest is dropped, not the new one: otherwise the
        # first clients would shut everybody else out.
        if not self._drop_slowest(connections):
            raise TooManyConnections(len(connections))

    def _make_room_to_hold(self, connection: TimedSocket) -> None:
        """Drop the slowest readers until the answer held for this one fits."""
        self._lighten(self._neighbours(connection), self._held_each)
        self._lighten(self._inside, self._held)

    def _lighten(self, connections: set[TimedSocket], most: int) -> None:
        while True:
            holding = {each for each in connections if each.held}
            if sum(each.held for each in holding) <= most or not self._drop_slowest(holding):
                return

    def _drop_slowest(self, connections: set[TimedSocket]) -> bool:
        """Drop the client that has kept us waiting longest; False if none does."""
        now = monotonic()
        lags = [(lag, each) for each in connections if (lag := each.lag(now)) is not None]
        if not lags:
            return False
        _, slowest = max(lags, key=lambda pair: pair[0])
        self.release(slowest)
        slowest.drop()
        return True


@lru_cache(maxsize=NETWORKS_KEPT)
def network_of(address: str) -> str:
    """Return the network of an address: the address itself, or its /64 for IPv6."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(number, IPv4Address):
        return str(number)
    return str(number.ipv4_mapped or IPv6Network((number, NETWORK_BITS), strict=False))
