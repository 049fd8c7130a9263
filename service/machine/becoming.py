"""The work of a forked process: running a module as a new process would."""

import os
import runpy
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn


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
