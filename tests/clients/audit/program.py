"""The audit's program, run as anybody would: with an export, or as a copy on its own."""

import io
import json
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from clients.audit.__main__ import main
from service.operations.commands.exports import examined
from tests.clients.audit.luck_forgeries import Document

ROOT = Path(__file__).parents[3]
AUDIT = ROOT / "clients" / "audit"
FILES = sorted(AUDIT.rglob("*.py"))
LOG = [AUDIT / "ed25519.py", AUDIT / "log.py"]
HEAD: Document = {"game_id": "g", "version": 3, "hash": "", "recorded": None}
RECORD = [file for file in FILES if file not in LOG]


def run(text: bytes, *options: str, root: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run the program, or a copy of it below another root."""
    command = [sys.executable, "-m", "clients.audit", *options]
    return subprocess.run(command, input=text, capture_output=True, check=False, cwd=root)


def fault(export: Document | bytes, root: Path = ROOT) -> str:
    """Return the program's complaint, nothing if the game holds whole.

    `anabasis verify` must find everything that the program finds.
    """
    text = export if isinstance(export, bytes) else json.dumps(export).encode()
    told, complaint = _run_process(text, root) if root != ROOT else _run_here(text)
    assert not complaint or root != ROOT or not is_verified(text)
    assert complaint or "not checked" not in told
    return complaint


def _run_process(text: bytes, root: Path) -> tuple[str, str]:
    done = run(text, root=root)
    assert (done.returncode == 0) == (done.stderr == b"")
    return done.stdout.decode(), done.stderr.decode().strip()


def _run_here(text: bytes) -> tuple[str, str]:
    """Return the program's output and complaint; `test_program` runs it as a process.

    Python takes longer to start than the program to audit.
    """
    told, complaint = io.StringIO(), ""
    with (
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(text))),
        patch.object(sys, "argv", ["audit"]),
        redirect_stdout(told),
    ):
        try:
            main()
        except SystemExit as end:
            complaint = str(end.code).strip()
    return told.getvalue(), complaint


def is_verified(text: bytes) -> bool:
    """True if `anabasis verify` finds nothing wrong with an export."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_bytes(text)
        return examined([file]).audit.valid


def copied(folder: Path, without: str = "") -> Path:
    """Return a folder with a copy of the program and no other file of ours."""
    (folder / "clients").mkdir()
    (folder / "clients" / "__init__.py").touch()
    ignored = shutil.ignore_patterns("__pycache__", without)
    shutil.copytree(AUDIT, folder / "clients" / "audit", ignore=ignored)
    return folder
