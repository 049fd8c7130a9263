"""Gevent's patches: most of them in gunicorn's master, the rest in each process."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from typing import Any
from warnings import simplefilter

import redis.retry
from gevent import monkey


def patch_master() -> None:
    """Patch sockets, locks and the like before the service is loaded."""
    # The master's forks, signals and queue of signals stay unpatched: gunicorn patches them in each
    # process. Gevent would warn about that, and about names that modules have imported before.
    simplefilter("ignore", monkey.MonkeyPatchWarning)
    with plugins_known():
        monkey.patch_all(queue=False, os=False, signal=False, subprocess=False)
    redis.retry.sleep = time.sleep  # type: ignore[attr-defined]  # the one such name that matters


@contextmanager
def plugins_known() -> Iterator[None]:
    """Look for plugins of gevent once."""
    # Gevent would search all packages at each step of a patch.
    search = metadata.entry_points
    metadata.entry_points = _plugin_search()
    try:
        yield
    finally:
        metadata.entry_points = search


@cache
def _plugin_search() -> Any:
    """Return a search among the plugins found now, which remembers the few groups asked for."""
    return cache(metadata.entry_points().select)
