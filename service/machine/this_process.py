"""This process: its name for `ps`, its memory, and a fork that becomes another program."""

import gc
import importlib
import os
import runpy
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import NoReturn

try:
    from setproctitle import setproctitle
except ImportError:  # installed on Linux only

    def setproctitle(title: str) -> None:
        """Leave the name as it is."""


def name_process(name: str) -> None:
    """Name this process for `ps`; its forks inherit the name. Gunicorn names its own alike."""
    setproctitle(f"anabasis: {name}")


def become(module: str, arguments: Sequence[str]) -> NoReturn:
    """Run as ``python -m module arguments…`` would, in a group of its own, then exit."""
    code = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = [module, *arguments]
        sys.modules.pop(module, None)  # runpy would warn of a module that is loaded already
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as error:
        code = _code(error)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        os._exit(code)


def _code(error: SystemExit) -> int:
    """Return the exit code; write a text to stderr, as the interpreter does."""
    if isinstance(error.code, str):
        sys.stderr.write(f"{error.code}\n")
    return error.code if isinstance(error.code, int) else int(error.code is not None)


@contextmanager
def kept_for_good() -> Iterator[None]:
    """Exclude all objects made meanwhile from garbage collection, for good.

    Among modules it would find nothing to free. They stay until the process ends, in memory that
    forks go on sharing.
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
