"""This process: its name for `ps`, its memory, and a fork that becomes another program."""

import gc
import importlib
import locale
import os
import runpy
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import NoReturn

from service.machine.processes import end_with

try:
    from setproctitle import setproctitle
except ImportError:  # installed on Linux only

    def setproctitle(title: str) -> None:
        """Leave the name as it is."""


def name_process(name: str) -> None:
    """Name this process for `ps`, as gunicorn names its own; forks inherit the name."""
    setproctitle(f"anabasis: {name}")


def may_fork() -> bool:
    """True if a fork of this process is as good as a new process: no threads, and UTF-8."""
    encoding = locale.getpreferredencoding(do_setlocale=False)
    return encoding.lower() == "utf-8" and len(os.listdir("/proc/self/task")) == 1


def detach(parent: int, environment: Mapping[str, str], passed: Collection[int]) -> None:
    """Leave the parent's signals, descriptors, group and environment, as a spawned process would.

    Of the descriptors only ``passed`` and the output stay open.
    """
    os.setpgid(0, 0)  # before anything else: a Ctrl-C of the terminal is the parent's
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end_with(parent)()
    for name in os.listdir("/proc/self/fd"):
        if int(name) not in {1, 2, *passed}:
            with suppress(OSError):  # the one by which this list was read
                os.close(int(name))
    os.open(os.devnull, os.O_RDONLY)  # the lowest number: standard input
    for each in passed:
        os.set_inheritable(each, True)
    os.environ.clear()
    os.environ.update(environment)


def become(module: str, arguments: Sequence[str]) -> NoReturn:
    """Run as ``python -m module arguments…`` would, in a group of its own, then exit."""

    def begin() -> None:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.argv = [module, *arguments]
        sys.modules.pop(module, None)  # runpy would warn about a loaded module
        runpy.run_module(module, run_name="__main__", alter_sys=True)

    run_to_end(begin)


def run_to_end(work: Callable[[], object]) -> NoReturn:
    """Do this process's work, then exit as the interpreter would."""
    code = 1
    try:
        work()
        code = 0
    except SystemExit as error:
        code = _code(error)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        try:
            flush_output()
        finally:  # a fork that returned would go on as a second copy of its parent
            os._exit(code)


def flush_output() -> None:
    """Flush stdout, which is None if it was closed from the start."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _code(error: SystemExit) -> int:
    """Return the exit code; write a text to stderr, as the interpreter does."""
    if isinstance(error.code, str):
        sys.stderr.write(f"{error.code}\n")
    return error.code if isinstance(error.code, int) else int(error.code is not None)


@contextmanager
def kept_for_good() -> Iterator[None]:
    """Exclude all objects made meanwhile from garbage collection, permanently."""
    # The collector would find nothing to free in modules, and its marks would copy memory that
    # forks share.
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def load_module(name: str) -> ModuleType:
    """Return a module, imported now if it was not before."""
    with kept_for_good():
        return importlib.import_module(name)
