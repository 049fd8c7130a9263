"""Signals are noted at any instruction of the code they interrupt, their own handler's too."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

SCRIPT = """
import os, signal, sys
from service.machine.stop_signals import StopSignals

def interrupt(at):
    stopping, seen = StopSignals(), 0

    def trace(frame, event, argument):
        nonlocal seen
        frame.f_trace_opcodes = True
        seen += 1
        if seen == at:
            os.kill(os.getpid(), signal.{number})
        return trace

    run = {run}
    sys.settrace(trace)
    run()
    sys.settrace(None)
    assert {may_end} or stopping.wait(30.0)
    return seen

last, count = 1, 0
while count < last:
    count += 1
    last = interrupt(count)
print(count)
"""
WAITING = SCRIPT.format(number="SIGTERM", run="lambda: stopping.wait(0.0)", may_end="seen < at")
HANDLING = SCRIPT.format(
    number="SIGINT",
    run="lambda: signal.getsignal(signal.SIGTERM)(signal.SIGTERM, None)",
    may_end="False",
)


@pytest.mark.parametrize("script", [WAITING, HANDLING], ids=["waiting", "handling"])
def test_a_signal_at_any_instruction_ends_the_wait(script: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 5


WORK = """
import threading
from service.machine.stop_signals import StopSignals, run_until_stopped

tended = threading.Event()
assert run_until_stopped(StopSignals(), tended.wait, tended.set).result(30.0)
"""


def test_other_things_are_tended_while_the_work_goes_on() -> None:
    """In a process of its own, as the signals are that process's."""
    subprocess.run([sys.executable, "-c", WORK], cwd=ROOT, timeout=60, check=True)
