"""The end of a command by a signal: one line, and the exit code that a shell expects."""

import signal

from service.telemetry.logs import tell_end


def stopped_by(number: int, undone: str = "") -> SystemExit:
    """Say which signal ends this command, and return the end that a shell expects of it."""
    tell_end(f"Stopped by {signal.Signals(number).name}{undone}.")
    return SystemExit(128 + number)
