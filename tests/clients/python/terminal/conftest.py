"""A machine on which nobody has signed in."""

import sys
from pathlib import Path

import pytest

from clients.python.terminal import commands


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of accounts of the test's own, without a keyring."""
    monkeypatch.setitem(sys.modules, "keyring", None)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("ANABASIS_SERVER", raising=False)
    monkeypatch.setattr(commands, "prepare_process", lambda: None)
