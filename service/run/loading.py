"""Loading without the garbage collector, which would look for garbage in vain."""

import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


@contextmanager
def kept_for_good() -> Iterator[None]:
    """Keep all that is made meanwhile out of the garbage collector's sight, for good.

    It stays until the process ends; forks go on sharing the memory that nobody looks through.
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
