"""The command line, and the processes that it starts."""

import os
import signal

STOPPED = 128 + signal.SIGINT
"""The exit code that a shell expects after Ctrl-C."""


def main() -> None:
    """Run the command `anabasis`; Ctrl-C ends it in one line, even while modules are loading."""
    can_interrupt = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if can_interrupt:  # a shell's background jobs ignore it
        signal.signal(signal.SIGINT, _end)
    try:
        from service.machine.this_process import load_module  # noqa: PLC0415 (slow: after the handler)

        call = load_module("service.run.cli").main
        if can_interrupt:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        call()
    except ImportError:
        _refuse_foreign_packages()
        raise


def _refuse_foreign_packages() -> None:
    """Exit in one line if another's package stands in the place of one of ours."""
    from service.machine.foreign_packages import REMEDY, foreign_packages  # noqa: PLC0415 (rare)

    for name, place in foreign_packages():
        raise SystemExit(f"The package {name} is another's: {place}. {REMEDY}")


def _end(*_: object) -> None:
    os.write(2, b"Stopped by SIGINT.\n")
    os._exit(STOPPED)
