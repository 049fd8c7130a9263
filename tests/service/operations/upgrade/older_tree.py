"""An older release made of this tree: a copy of it, with changes, and a Python for it."""

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "web")
FOLDERS = ("domain", "projections", "service", "clients")


def older_release(root: Path, *edits: tuple[str, str, str]) -> str:
    """The Python of a copy whose files have other texts in place of some, once each.

    Names are below ``domain``, or begin with another folder.
    """
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=LEFT_OUT)
    for name, text, instead in edits:
        path = root / name if name.startswith(FOLDERS) else root / "domain" / name
        assert path.read_text("utf-8").count(text) == 1, name
        path.write_text(path.read_text("utf-8").replace(text, instead), "utf-8")
    return interpreter(root / "python", f"PYTHONPATH={root} exec {sys.executable}")


def interpreter(path: Path, command: str) -> str:
    """A program that runs a shell's command with the arguments it is given."""
    path.write_text(f'#!/bin/sh\n{command} "$@"\n', "utf-8")
    path.chmod(0o755)
    return str(path)
