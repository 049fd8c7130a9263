"""Signals are noted at any instruction of the code they interrupt, their own handler's too."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

AT_EVERY_INSTRUCTION = """
import os, signal, sys
from service.run.stopping import StopSignals

def wait_once(interrupted_at):
    stopping, seen = StopSignals(), 0

    def trace(frame, event, argument):
        nonlocal seen
        frame.f_trace_opcodes = True
        seen += 1
        if seen == interrupted_at:
            os.kill(os.getpid(), signal.SIGTERM)
        return trace

    sys.settrace(trace)
    stopping.wait(0.0)
    sys.settrace(None)
    assert seen < interrupted_at or stopping.wait(5.0)
    return seen

last, count = 1, 0
while count < last:
    count += 1
    last = wait_once(count)
print(count)
"""

WITHIN_THE_HANDLER = """
import os, signal, sys
from service.run.stopping import StopSignals

def told_again_at(interrupted_at):
    stopping, seen = StopSignals(), 0

    def trace(frame, event, argument):
        nonlocal seen
        frame.f_trace_opcodes = True
        seen += 1
        if seen == interrupted_at:
            os.kill(os.getpid(), signal.SIGINT)
        return trace

    handler = signal.getsignal(signal.SIGTERM)
    sys.settrace(trace)
    handler(signal.SIGTERM, None)
    sys.settrace(None)
    assert stopping.wait(5.0)
    return seen

last, count = 1, 0
while count < last:
    count += 1
    last = told_again_at(count)
print(count)
"""


@pytest.mark.parametrize("script", [AT_EVERY_INSTRUCTION, WITHIN_THE_HANDLER])
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
