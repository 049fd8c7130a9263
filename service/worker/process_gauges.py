"""Levels of one process, sampled every few seconds, so that no request has to report them."""

import os
import threading
from pathlib import Path

from service.context import Services
from service.telemetry import instruments
from service.telemetry.counting import count_as, flush, is_on

SECONDS = 2.0
STATM = Path("/proc/self/statm")


def sample(kind: str, own: Services) -> None:
    """Have a thread sample the levels of this process from now on, if metrics are on."""
    if is_on():
        count_as(kind)
        look(kind, own)
        threading.Thread(target=_sample, args=(kind, own), name="sample", daemon=True).start()


def _sample(kind: str, own: Services) -> None:
    never = threading.Event()
    while not never.wait(SECONDS):
        look(kind, own)
        flush()


def look(kind: str, own: Services) -> None:
    """Set the levels of this process."""
    instruments.STREAMS.set(own.live.admission.total)
    instruments.CACHE_BYTES.of(kind).set(own.cache.weight)
    instruments.CACHE_GAMES.of(kind).set(len(own.cache))
    instruments.MEMORY.of(kind).set(_resident())


def _resident() -> int:
    """Return this process's resident memory in bytes; 0 where there is no /proc."""
    if not STATM.exists():
        return 0
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
