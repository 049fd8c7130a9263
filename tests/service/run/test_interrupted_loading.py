"""Ctrl-C ends `anabasis` in one line also while its modules are loaded."""

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["anabasis"]
PRESSED = """
import os, signal, sys
from importlib.abc import MetaPathFinder
signal.signal(signal.SIGINT, signal.{before})
class Pressing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Pressing())
from {package} import {name}
sys.exit({name}())
"""


def pressed(module: str, before: str) -> subprocess.CompletedProcess[str]:
    """`anabasis --version`, as its script calls it, with Ctrl-C as a module is looked for."""
    package, name = SCRIPT.split(":")
    code = PRESSED.format(module=module, before=before, package=package, name=name)
    command = [sys.executable, "-c", code, "--version"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", ["click", "redis", "service.run.cli", "service.run.launcher"])
def test_it_is_one_line_and_the_exit_code_that_a_shell_expects(module: str):
    done = pressed(module, "default_int_handler")
    assert (done.returncode, done.stderr, done.stdout) == (130, "Stopped by SIGINT.\n", "")


def test_a_background_job_that_ignores_it_goes_on():
    done = pressed("service.run.launcher", "SIG_IGN")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f" {version('anabasis')}\n")
