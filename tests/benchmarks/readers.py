"""A crowd of stream readers in a process of its own, which counts the events they have heard."""

import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any
from urllib.parse import urlsplit

from tests.waiting import eventually

EVENT = b"\nid: "
GRANTED = b"HTTP/1.1 200"
HEARD_SECONDS = 60.0
AT_ONCE = 50
"""Streams asked for and not yet granted."""


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers, by their common counts."""

    count: int
    granted: Any
    events: Any

    def await_granted(self, number: int) -> None:
        """Return once so many streams have begun."""
        eventually(lambda: self.granted.value >= number, HEARD_SECONDS)

    def await_heard(self, number: int) -> None:
        """Return once so many events have been heard, all readers taken together."""
        eventually(lambda: self.events.value >= number, HEARD_SECONDS)


@contextmanager
def reading(address: str, path: str, count: int) -> Iterator[Readers]:
    """So many readers of a path."""
    context = get_context("spawn")
    readers = Readers(count, context.Value("q", 0, lock=False), context.Value("q", 0, lock=False))
    parts = urlsplit(address)
    target = (str(parts.hostname), parts.port)
    crowd = context.Process(target=_read, args=(target, path, readers), daemon=True)
    crowd.start()
    try:
        yield readers
    finally:
        crowd.terminate()
        crowd.join()


def _read(target: tuple[str, int], path: str, readers: Readers) -> None:
    selector = selectors.DefaultSelector()
    for _ in range(readers.count):
        _open(selector, target, path)
        while readers.granted.value + AT_ONCE < len(selector.get_map()):
            _hear(selector, readers)
    while True:
        _hear(selector, readers)


def _open(selector: selectors.BaseSelector, target: tuple[str, int], path: str) -> None:
    line = socket.create_connection(target, timeout=30.0)
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: {target[0]}\r\n\r\n".encode())
    selector.register(line, selectors.EVENT_READ)


def _hear(selector: selectors.BaseSelector, readers: Readers) -> None:
    for key, _ in selector.select():
        text = key.fileobj.recv(65536)  # type: ignore[union-attr]
        readers.granted.value += text.startswith(GRANTED)
        readers.events.value += text.count(EVENT)
        if not text:
            selector.unregister(key.fileobj)
