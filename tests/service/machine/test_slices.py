"""Slices: between two of them the process serves others, also those whose input has just come."""

import json
import subprocess
import sys

FEW = 3
"""Slices after which input that is there has been read."""


def test_input_that_has_come_is_read_before_the_next_slices():
    told = subprocess.run(
        [sys.executable, "-m", "tests.service.game.sliced_work"], capture_output=True, check=True
    )
    assert json.loads(told.stdout) <= FEW
