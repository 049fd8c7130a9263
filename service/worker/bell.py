"""A bell that one thread rings and another waits for, alone or together with sockets."""

import select
import socket
from contextlib import suppress


class Bell:
    """Rings until it is silenced; may be waited for by ``select``."""

    def __init__(self) -> None:
        self._heard, self._rung = socket.socketpair()
        self._heard.setblocking(False)
        self._rung.setblocking(False)

    def ring(self) -> None:
        """Wake the thread that waits, or the next one to wait."""
        with suppress(BlockingIOError):  # the buffer is full: it rings already
            self._rung.send(b"!")

    def silence(self) -> None:
        """Forget that it rang."""
        with suppress(BlockingIOError):
            while self._heard.recv(4096):
                pass

    def wait(self, seconds: float) -> None:
        """Wait until it rings, for ``seconds`` at most."""
        select.select([self], [], [], seconds)

    def fileno(self) -> int:
        """Return the descriptor that can be read while it rings."""
        return self._heard.fileno()
