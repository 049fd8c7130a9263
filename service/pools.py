"""Pools of processes that compute, none of which outlives the one that asks."""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from service.processes import end_with


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of fresh processes; on Linux they end if this one is killed."""
    context = get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(os.getpid(),))


def _begin(parent: int) -> None:
    if sys.platform == "linux":
        end_with(parent)()
