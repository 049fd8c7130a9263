"""Pools of processes that compute, none of which outlives the one that asks."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from service.processes import end_with


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of fresh processes; on Linux they end if this one is killed.

    Ctrl-C in a terminal reaches only the process that asks; these finish their present work.
    """
    context = get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(os.getpid(),))
    try:
        _start(pool, processes)
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, processes: int) -> None:
    """Start the processes while SIGINT is blocked, as it stays in them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        for _ in range(processes):
            pool.submit(os.getpid)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int) -> None:
    if sys.platform == "linux":
        end_with(parent)()
