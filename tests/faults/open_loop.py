"""Requests sent on a schedule, whether or not those before them are answered."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic

import httpx

SENDERS = 64
REQUEST_SECONDS = 20.0


@dataclass
class Load:
    """The answers so far: a status, or the name of the error that came instead."""

    sent: list[Future[int | str]] = field(default_factory=list)

    @property
    def answers(self) -> list[int | str]:
        return [one.result(REQUEST_SECONDS) for one in self.sent]


@contextmanager
def loaded(url: str, rate: float) -> Iterator[Load]:
    """Ask for a page so many times a second, each other time over a connection that is kept."""
    load, stop = Load(), Event()
    with httpx.Client(timeout=REQUEST_SECONDS) as kept, ThreadPoolExecutor(SENDERS) as pool:

        def send() -> None:
            began = monotonic()
            while not stop.wait(max(0.0, began + len(load.sent) / rate - monotonic())):
                client = kept if len(load.sent) % 2 else None
                load.sent.append(pool.submit(_status, url, client))

        sender = Thread(target=send)
        sender.start()
        try:
            yield load
        finally:
            stop.set()
            sender.join()


def _status(url: str, client: httpx.Client | None) -> int | str:
    ask = httpx.get if client is None else client.get
    try:
        return ask(url, timeout=REQUEST_SECONDS).status_code
    except httpx.TransportError as error:
        return type(error).__name__
