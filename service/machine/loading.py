"""Loading modules without the garbage collector, which would find nothing to free."""

import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def kept_for_good() -> Iterator[None]:
    """Exclude all objects made meanwhile from garbage collection, for good.

    They stay until the process ends, in memory that forks go on sharing.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def loaded(name: str) -> ModuleType:
    """Return a module, imported now if it was not before."""
    with kept_for_good():
        return importlib.import_module(name)
