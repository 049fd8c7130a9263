"""Posts over connections pinned to addresses that were checked, in the time that is left."""

import ssl
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

import httpcore
import httpx

from service.notices.handing_over import Answer, Deadline, Unreachable
from service.notices.public_addresses import Target

ANSWER_BYTES = 16 * 1024


def trusted() -> ssl.SSLContext:
    """Return the authorities that httpx trusts by default: those in SSL_CERT_FILE."""
    return httpx.create_ssl_context()


def connections(
    addresses: Sequence[str], deadline: Deadline, tls: ssl.SSLContext
) -> httpcore.ConnectionPool:
    """Return connections to the first of the addresses that answers."""
    return httpcore.ConnectionPool(tls, network_backend=_Pinned(addresses, deadline))


def post(
    connections: httpcore.ConnectionPool,
    target: Target,
    headers: Mapping[str, str],
    content: bytes,
) -> Answer:
    """Return the answer to a POST over connections, which are closed then. Raises Unreachable."""
    with _telling_failures(), connections:
        return _answer(connections.handle_request(_request(target, headers, content)))


def _request(target: Target, headers: Mapping[str, str], content: bytes) -> httpcore.Request:
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
    """Raise Unreachable for all that can go wrong with a connection."""
    try:
        yield
    except httpcore.TimeoutException as error:
        raise Unreachable("receiver_silent") from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise Unreachable("receiver_unreachable") from error


def _answer(response: httpcore.Response) -> Answer:
    headers = {name.decode("latin-1").lower(): text for name, text in response.headers}
    texts = {name: text.decode("latin-1") for name, text in headers.items()}
    return Answer(response.status, texts, _first_bytes(response))


def _first_bytes(response: httpcore.Response) -> bytes:
    """Return the start of a body; one that comes late or breaks off does not undo the status."""
    body = b""
    failures = httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, Unreachable
    with suppress(*failures):
        for piece in response.iter_stream():
            body += piece
            if len(body) >= ANSWER_BYTES:
                break
    return body[:ANSWER_BYTES]


class _Pinned(httpcore.NetworkBackend):
    """Connects to addresses that were checked, and ignores the name it is asked for."""

    def __init__(self, addresses: Sequence[str], deadline: Deadline) -> None:
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
        """Connect to the first address that answers; none may use up the others' time."""
        failure: Exception = httpcore.ConnectError("no address")
        for place, address in enumerate(self._addresses):
            share = self._deadline.left() / (len(self._addresses) - place)
            try:
                own = self._tcp.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _InTime(own, self._deadline)
        raise failure


class _InTime(httpcore.NetworkStream):
    """A connection of which each step has only the time that is left of the whole."""

    def __init__(self, own: httpcore.NetworkStream, deadline: Deadline) -> None:
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
