"""Requests to addresses that users gave: pinned to addresses that were checked, in bounded time."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from functools import cached_property

from service.notices.handing_over import Answer, Deadline, Unreachable
from service.notices.public_addresses import AddressRefused, Target, is_public, target_of

SECONDS = 3.0
"""The time of a request as a whole, looking up the name included."""
MOST_ADDRESSES = 4
LOOKUPS = 32

Resolve = Callable[[str, int], Iterable[str]]
"""Return the numeric addresses of a name. Raises OSError."""


def system_addresses(host: str, port: int) -> list[str]:
    """Return the addresses of a name as the system resolves it. Raises OSError."""
    known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in known))


class Poster:
    """Posts to addresses that users gave, and keeps them out of the host's own network.

    A name is resolved once; each of its addresses must be public, and the connection goes to one
    of these, while certificate, SNI and Host are the name's. It follows no redirects and uses no
    proxies. With ``allow_private`` addresses may be private. ``tls`` is that of httpx by default,
    which trusts the authorities in SSL_CERT_FILE.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        tls: ssl.SSLContext | None = None,
        resolve: Resolve = system_addresses,
        seconds: float = SECONDS,
    ) -> None:
        self._allow_private = allow_private
        self._own_tls = tls
        self._resolve = resolve
        self._seconds = seconds
        self._lookups = threading.BoundedSemaphore(LOOKUPS)

    def post(self, url: str, headers: Mapping[str, str], content: bytes) -> Answer:
        """Return the answer to a POST, whatever its status. Raises AddressRefused, Unreachable."""
        from service.notices import pinned  # noqa: PLC0415 - a start posts nothing

        target, deadline = target_of(url), Deadline(self._seconds)
        addresses = self._addresses(target, deadline)
        connections = pinned.connections(addresses, deadline, self._tls)
        return pinned.post(connections, target, headers, content)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """The authorities to trust, read when something is first posted."""
        from service.notices import pinned  # noqa: PLC0415 - as above

        return self._own_tls or pinned.trusted()

    def _addresses(self, target: Target, deadline: Deadline) -> list[str]:
        """Return the addresses to connect to. Raises AddressRefused, Unreachable."""
        addresses = self._look_up(target, deadline)
        if not self._allow_private and not all(map(is_public, addresses)):
            raise AddressRefused("address_not_public")
        return addresses[:MOST_ADDRESSES]

    def _look_up(self, target: Target, deadline: Deadline) -> list[str]:
        """Resolve a name in a thread of its own: the system's resolver can be given no time."""
        if not self._lookups.acquire(timeout=deadline.left()):
            raise Unreachable("receiver_unknown")
        future: Future[list[str]] = Future()
        threading.Thread(target=self._resolve_into, args=(future, target), daemon=True).start()
        try:
            addresses = future.result(deadline.left())
        except (OSError, UnicodeError) as error:
            raise Unreachable("receiver_unknown") from error
        if not addresses:
            raise Unreachable("receiver_unknown")
        return addresses

    def _resolve_into(self, future: "Future[list[str]]", target: Target) -> None:
        try:
            future.set_result(list(self._resolve(target.host, target.port)))
        except Exception as error:
            future.set_exception(error)
        finally:
            self._lookups.release()
