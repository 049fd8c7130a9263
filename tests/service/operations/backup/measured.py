"""Commands in processes of their own, forked from one that has imported them, and measured."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from service.operations.commands import restore, verify  # noqa: F401 - imported once for all
from service.run.cli import main

MOST = 3 << 30
"""Bytes that a command may map: one that is not bounded fails and does not fill the machine."""


Done = tuple[int, str, int]
"""A command's exit code, the text on stderr, and the most bytes of memory that it took."""


def measured(commands: Sequence[Sequence[str]], folder: Path) -> list[Done]:
    """Run commands of ``anabasis`` without a store."""
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=json.dumps(commands).encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "ANABASIS_DATA": str(folder / "none")},
    )
    assert done.returncode == 0, done.stderr.decode()
    found: list[Done] = [(code, told, taken) for code, told, taken in json.loads(done.stdout)]
    return found


def _run_all(commands: list[list[str]]) -> list[Done]:
    return [_run(command) for command in commands]


def _run(command: list[str]) -> Done:
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(errors.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
            _end(command)
        _, status, usage = os.wait4(child, 0)
        errors.seek(0)
        told = errors.read().decode()
    code = os.waitstatus_to_exitcode(status)
    return code, told, usage.ru_maxrss * 1024


def _end(command: list[str]) -> NoReturn:
    try:
        main(command)
    except SystemExit as ended:
        os._exit(ended.code if isinstance(ended.code, int) else 1)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(70)
    os._exit(0)


if __name__ == "__main__":
    json.dump(_run_all(json.load(sys.stdin)), sys.stdout)
