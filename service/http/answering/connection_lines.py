"""Lines: connections of streams, to which others may send while the stream's request only waits."""

from collections.abc import Callable

from service.context import present_request
from service.machine.connections import TimedSocket


class ConnectionLine:
    """The line of a connection; if the reader is slow, the rest of a piece remains to be sent."""

    __slots__ = ("_connection", "_rest")

    def __init__(self, connection: TimedSocket) -> None:
        self._connection = connection
        self._rest = b""

    def send_now(self, piece: bytes) -> bool:
        """Send a piece without waiting; False if ``flush`` must wait for the reader."""
        try:
            sent = self._connection.send_now(piece)
        except OSError:
            # The sender serves others, too. `flush` will meet the same error in the stream's own
            # request, which may then end.
            sent = 0
        self._rest = piece[sent:]
        return not self._rest

    def flush(self) -> None:
        """Send the rest of a piece, however long that takes. Raises OSError."""
        rest, self._rest = self._rest, b""
        if rest:
            self._connection.sendall(rest)


def present_connection() -> TimedSocket | None:
    """Return the connection of the present request; None under another server than ours."""
    connection = present_request().environ.get("gunicorn.socket")
    return connection if isinstance(connection, TimedSocket) else None


def line() -> ConnectionLine | None:
    """Return the line of the present request, None if its connection takes no such pieces."""
    connection = present_connection()
    # The fan-out frames its pieces as chunks, which an HTTP/1.0 client would take for content.
    if connection is None or not connection.is_chunked:
        return None
    return ConnectionLine(connection)


def has_gone() -> Callable[[], bool]:
    """Return a function that says whether the client of this request has gone."""
    connection = present_connection()
    return connection.has_gone if connection else lambda: False
