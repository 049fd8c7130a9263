"""Lines: streams' connections that take pieces past the request, for as long as it only waits."""

from collections.abc import Callable

from service.context import present_request
from service.webprocess.connections import TimedSocket


class ConnectionLine:
    """The line of a connection; a slow reader leaves a rest of a piece to be sent."""

    __slots__ = ("_connection", "_rest")

    def __init__(self, connection: TimedSocket) -> None:
        self._connection = connection
        self._rest = b""

    def send_now(self, piece: bytes) -> bool:
        """Send a piece without waiting; False if its reader must be waited for by ``flush``."""
        try:
            sent = self._connection.send_now(piece)
        except OSError:
            sent = 0  # flush meets it again, where the request can end
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
    if connection is None or not connection.is_chunked:
        return None
    return ConnectionLine(connection)


def has_gone() -> Callable[[], bool]:
    """Return a function: has the client of this request closed its connection?"""
    connection = present_connection()
    return connection.has_gone if connection else lambda: False
