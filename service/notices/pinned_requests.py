"""Requests to addresses that users gave: only to checked addresses, and in bounded time."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import cached_property

import httpcore
import httpx
from msgspec import Struct

from service.notices.allowed_networks import AllowedNetworks
from service.notices.public_addresses import AddressRefused, Endpoint, target_of

SECONDS = 3.0
"""The time for a whole request, including the look-up of the name."""
ANSWER_BYTES = 16 * 1024
MOST_ADDRESSES = 4
LOOKUPS = 32

Resolve = Callable[[str, int], Iterable[str]]
"""Return the numeric addresses of a name. Raises OSError."""


class Unreachable(Exception):
    """There was no answer; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class HttpReply(Struct, frozen=True):
    """A receiver's answer: status, headers by lower-case name, and the body's first bytes."""

    status: int
    headers: dict[str, str]
    body: bytes


class RequestDeadline:
    """The end of the time for a whole request."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def left(self, code: str = "receiver_silent") -> float:
        """Return the seconds left, more than 0. Raises Unreachable, with ``code``."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Unreachable(code)
        return left


def system_addresses(host: str, port: int) -> list[str]:
    """Return the addresses of a name as the system resolves it. Raises OSError."""
    known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in known))


class Poster:
    """Posts to addresses that users gave, and keeps them out of the host's own network.

    A name is resolved once. All of its addresses must be public, and the connection goes to one of
    these; certificate, SNI and the Host header are for the name. It follows no redirects and uses
    no proxies. Addresses in the ``networks`` count as public. With ``allow_private`` all addresses
    may be private. By default ``tls`` is that of httpx, which trusts the authorities in
    SSL_CERT_FILE.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        networks: AllowedNetworks = AllowedNetworks(),  # noqa: B008 (frozen)
        tls: ssl.SSLContext | None = None,
        resolve: Resolve = system_addresses,
        seconds: float = SECONDS,
    ) -> None:
        self._allow_private = allow_private
        self._networks = networks
        self._own_tls = tls
        self._resolve = resolve
        self._seconds = seconds
        self._lookups = threading.BoundedSemaphore(LOOKUPS)

    def post(self, url: str, headers: Mapping[str, str], content: bytes) -> HttpReply:
        """Return the answer to a POST, whatever its status. Raises AddressRefused, Unreachable."""
        target, deadline = target_of(url), RequestDeadline(self._seconds)
        backend = _Pinned(self._addresses(target, deadline), deadline)
        connections = httpcore.ConnectionPool(self._tls, network_backend=backend)
        with _telling_failures(), connections:
            return _answer(connections.handle_request(_request(target, headers, content)))

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """The authorities to trust, read when something is first posted."""
        return self._own_tls or httpx.create_ssl_context()

    def _addresses(self, target: Endpoint, deadline: RequestDeadline) -> list[str]:
        """Return the addresses to connect to. Raises AddressRefused, Unreachable."""
        addresses = self._look_up(target, deadline)
        if not self._allow_private and not all(
            self._networks.allows(each, target.port, self._resolve) for each in addresses
        ):
            raise AddressRefused("address_not_public")
        return addresses[:MOST_ADDRESSES]

    def _look_up(self, target: Endpoint, deadline: RequestDeadline) -> list[str]:
        """Resolve a name in a thread of its own. Raises Unreachable."""
        if not self._lookups.acquire(timeout=deadline.left("receiver_unknown")):
            raise Unreachable("receiver_unknown")
        # The system's resolver takes no time limit, so a thread waits for it and may be abandoned.
        future: Future[list[str]] = Future()
        threading.Thread(target=self._resolve_into, args=(future, target), daemon=True).start()
        try:
            addresses = future.result(deadline.left("receiver_unknown"))
        except (OSError, UnicodeError) as error:
            raise Unreachable("receiver_unknown") from error
        if not addresses:
            raise Unreachable("receiver_unknown")
        return addresses

    def _resolve_into(self, future: "Future[list[str]]", target: Endpoint) -> None:
        try:
            future.set_result(list(self._resolve(target.host, target.port)))
        except Exception as error:
            future.set_exception(error)
        finally:
            self._lookups.release()


def _request(target: Endpoint, headers: Mapping[str, str], content: bytes) -> httpcore.Request:
    own = {"Host": target.authority, "User-Agent": "Anabasis", "Accept": "*/*"}
    sized = {"Content-Length": str(len(content)), "Connection": "close"}
    return httpcore.Request(
        "POST",
        httpcore.URL(scheme="https", host=target.host, port=target.port, target=target.path),
        headers=list({**own, **headers, **sized}.items()),
        content=content,
    )


@contextmanager
def _telling_failures() -> Iterator[None]:
    """Raise Unreachable for everything that can go wrong with a connection."""
    try:
        yield
    except httpcore.TimeoutException as error:
        raise Unreachable("receiver_silent") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise Unreachable("receiver_unreachable") from error


def _answer(response: httpcore.Response) -> HttpReply:
    headers = {name.decode("latin-1").lower(): text for name, text in response.headers}
    texts = {name: text.decode("latin-1") for name, text in headers.items()}
    return HttpReply(response.status, texts, _first_bytes(response))


def _first_bytes(response: httpcore.Response) -> bytes:
    """Return the start of a body, as much as has come."""
    body = b""
    failures = httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, Unreachable
    # The status has come, and counts: a body that is late or breaks off changes nothing.
    with suppress(*failures):
        for piece in response.iter_stream():
            body += piece
            if len(body) >= ANSWER_BYTES:
                break
    return body[:ANSWER_BYTES]


class _Pinned(httpcore.NetworkBackend):
    """Connects to addresses that were checked, and ignores the name it is asked for."""

    # This is below TLS and HTTP: neither another parser nor a later DNS answer changes the target.

    def __init__(self, addresses: list[str], deadline: RequestDeadline) -> None:
        self._addresses, self._deadline = addresses, deadline
        self._tcp = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,  # noqa: ARG002 - httpcore's signature
        port: int,
        timeout: float | None = None,  # noqa: ARG002
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address that answers."""
        failure: Exception = httpcore.ConnectError("no address")
        for place, address in enumerate(self._addresses):
            # A share each: one that hangs must not use up the time of the others.
            share = self._deadline.left() / (len(self._addresses) - place)
            try:
                own = self._tcp.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _InTime(own, self._deadline)
        raise failure


class _InTime(httpcore.NetworkStream):
    """A connection whose every step has only the time left for the whole request."""

    def __init__(self, own: httpcore.NetworkStream, deadline: RequestDeadline) -> None:
        self._own, self._deadline = own, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        return self._own.read(max_bytes, self._deadline.left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._own.write(buffer, self._deadline.left())

    def close(self) -> None:
        self._own.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore.NetworkStream:
        left = self._deadline.left()
        return _InTime(self._own.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> object:
        return self._own.get_extra_info(info)
