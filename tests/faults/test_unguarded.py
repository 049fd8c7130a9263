"""Each safeguard that the long runs remove still exists, or they would fail before any fault."""

import subprocess
import sys

import pytest

from tests.faults.unguarded import REMOVALS
from tests.service.running import ROOT


@pytest.mark.parametrize("safeguard", REMOVALS)
def test_each_safeguard_can_be_taken_away_from_a_process(safeguard: str) -> None:
    take_away = f"from tests.faults.unguarded import REMOVALS; REMOVALS[{safeguard!r}]()"
    command = [sys.executable, "-c", take_away]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
