"""Pools of processes that compute, none of which outlives the process that opened the pool."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from threading import current_thread, main_thread

from service.machine.processes import end_with

START_SECONDS = 60.0
"""The time in which all processes of a pool must have started."""


@contextmanager
def process_pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of fresh processes; on Linux they end if this one is killed.

    Ctrl-C in a terminal reaches only the process that opens the pool; the others finish their
    present work.
    """
    context = get_context("spawn")
    begin = os.getpid(), context.Barrier(processes)
    pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=begin)
    try:
        _start(pool, processes)
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _start(pool: ProcessPoolExecutor, processes: int) -> None:
    """Start all processes, none of which will hear SIGINT."""
    with _deferring_interrupts():
        for _ in range(processes):
            pool.submit(os.getpid)


@contextmanager
def _deferring_interrupts() -> Iterator[None]:
    """Put SIGINT off until the end; processes that start meanwhile have it blocked permanently."""
    came: list[int] = []
    is_heard_here = current_thread() is main_thread()
    # Blocking is not enough: another thread may take the signal, and Python calls the handler here.
    handler = signal.signal(signal.SIGINT, lambda *_: came.append(1)) if is_heard_here else None
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        if is_heard_here:
            signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


def _begin(parent: int, started: Barrier) -> None:
    # Each process waits for all: a pool with an idle process starts no other one. It would start
    # that later, when Ctrl-C reaches it, and a process interrupted in its start shows a traceback.
    if sys.platform == "linux":
        end_with(parent)()
    started.wait(START_SECONDS)
