"""Whoever asks for a long record keeps nobody waiting: the answer is made in slices."""

import json
import subprocess
import sys

FEWEST = 3
"""A process that makes an answer at once serves nobody meanwhile."""


def test_others_are_served_while_a_long_answer_is_made():
    told = subprocess.run(
        [sys.executable, "-m", "tests.service.http.concurrent_answers"],
        capture_output=True,
        check=True,
    )
    served = json.loads(told.stdout)
    assert {path: n for path, n in served.items() if n < FEWEST} == {}
