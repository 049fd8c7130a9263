"""Commands that are killed at a step of theirs."""

import signal
import subprocess
import sys

DYING = """
import os, signal, sys
from importlib import import_module
module, kind, name = sys.argv[1].split(":")
kind, number = getattr(import_module(module), kind), signal.SIGKILL
setattr(kind, name, lambda *_: os.kill(os.getpid(), number))
from service.run.cli import main
main(sys.argv[2:])
"""

STEPS = {
    "copied": "service.operations.backup.moving:_Move:_catch_up",
    "closed": "service.operations.backup.moving:_Move:_compare_feeds",
    "moved": "service.operations.backup.store_writer:Filling:end",
}


def kill_at(step: str, *arguments: str) -> None:
    """Run a command that is killed at a step."""
    command = [sys.executable, "-c", DYING, STEPS[step], *arguments]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
