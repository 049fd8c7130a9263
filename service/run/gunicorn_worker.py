"""Gunicorn's gevent worker, with a time for each request and a bound of connections."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO
from typing import Any

from gevent import GreenletExit, sleep, spawn
from gunicorn.http.errors import (
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    NoMoreData,
    ParseException,
)
from gunicorn.workers.ggevent import GeventWorker

from service.machine.connections import (
    SPARE,
    Gate,
    TimedSocket,
    TooManyConnections,
    TooSlow,
    network_of,
)
from service.machine.slices import in_slices
from service.run.patching import plugins_known
from service.settings.config import BODY_BYTES, Config

SPOKEN = (1, 1)
IDLE_SECONDS = 0.5
"""At a stop, the time that a new or just answered connection has for its next request."""
LOOK_SECONDS = 0.1
"""The pause between looks for a stop: a signal's handler only sets a flag."""

PART_BYTES = 1024

_OURS = (InvalidResponseHeader, InvalidResponseHeaderName)


class WebWorker(GeventWorker):
    """Serves each connection in a greenlet, and limits the time spent waiting for a client."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        config = Config.from_environment()
        self._is_behind_proxy = config.proxies > 0
        self._gate = Gate(config.streams + SPARE, config.streams_address + SPARE // 2)

    def patch(self) -> None:
        """Apply the patches that the master leaves to its processes."""
        with plugins_known():
            super().patch()

    def run(self) -> None:
        """Serve until stopped; then end streams and idle connections, and serve the rest."""
        spawn(self._leave)
        super().run()

    def _leave(self) -> None:
        while self.alive:
            sleep(LOOK_SECONDS)
        own = self.wsgi.extensions.get("anabasis")
        if own is not None:
            own.live.close()
            own.live_players.close()
        while True:
            self._gate.dismiss(IDLE_SECONDS)
            sleep(LOOK_SECONDS)

    def timeout_ctx(self) -> AbstractContextManager[None]:
        """Limit nothing, as connections have limits of their own."""
        return nullcontext()

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, if there is room, or a slower one can be dropped for it."""
        connection = TimedSocket(client, self._network(addr))
        connection.notice_dead_peers()
        try:
            self._gate.admit(connection)
        except TooManyConnections as error:
            self._refuse(connection, error, addr)
            return
        try:
            super().handle(listener, connection, addr)
        finally:
            self._gate.release(connection)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        """Serve a request once all of it has come; the next one has its own time."""
        _fetch_body(req, sock)
        req.version = min(req.version, SPOKEN)  # so that we answer in an HTTP that we speak
        sock.is_chunked = req.version == SPOKEN
        done = super().handle_request(listener_name, req, sock, addr)
        sock.finish_request()
        sock.give_way()
        return done

    def handle_error(
        self,
        req: Any,  # noqa: ARG002 - gunicorn's signature
        client: Any,
        addr: Any,
        exc: BaseException,
    ) -> None:
        """Answer a request that the app never saw or could not answer, like the app's errors."""
        if isinstance(exc, GreenletExit):
            return
        if isinstance(exc, (ParseException, TooSlow)) and not isinstance(exc, _OURS):
            self._refuse(client, exc, addr)
        else:
            self.log.error("cannot answer %s", client.asked.target, exc_info=exc)
            self._refuse(client, None, addr)

    def _refuse(self, connection: TimedSocket, error: Exception | None, addr: Any) -> None:
        # Imported here: the master loads this class before it patches the modules that this needs.
        from service.http.answering.problems import answer_without_view  # noqa: PLC0415

        asked = connection.asked
        answer = answer_without_view(self.wsgi, error, asked)
        self.log.refused(asked, answer, addr)
        try:
            connection.sendall(answer)
        except OSError:
            self.log.debug("the client did not wait for its refusal")
        connection.has_unread = True
        connection.close()

    def _network(self, addr: Any) -> str | None:
        """Return the network that a connection counts for; None behind a proxy."""
        is_known = isinstance(addr, tuple) and not self._is_behind_proxy
        return network_of(addr[0]) if is_known else None


def _fetch_body(req: Any, connection: TimedSocket) -> None:
    """Read the body, up to the app's limit, so that the app never waits for a slow client.

    Raises TooSlow, ParseException, or NoMoreData from a client that went away.
    """
    length = next((int(value) for name, value in req.headers if name == "CONTENT-LENGTH"), None)
    if length is not None and length > BODY_BYTES:
        connection.has_unread = True
        return  # the app refuses it
    # A private attribute: gunicorn has no public one, and would answer only when the body is read.
    if req._expected_100_continue:
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        req._expected_100_continue = False
    body = req.body.read(length) if length else b"".join(in_slices(_parts(req.body)))
    if length is not None and len(body) < length:
        raise NoMoreData(body)
    if len(body) > BODY_BYTES:
        connection.has_unread = True
        req.force_close()
    req.body = BytesIO(body)


def _parts(body: Any) -> Iterator[bytes]:
    """Yield the parts of a chunked body, up to one byte more than the app takes."""
    # The caller serves others in between: a client may send chunks of one byte.
    left = BODY_BYTES + 1
    while part := body.read(min(PART_BYTES, left)):
        left -= len(part)
        yield part
