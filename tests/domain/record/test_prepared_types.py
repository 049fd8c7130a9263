"""Types that threads may meet first together."""

import subprocess
import sys

import pytest

from tests import fixtures

EIGHT_THREADS = """
import sys, threading
from pathlib import Path
from domain.kernel.game import evolve
from tests import fixtures

events = fixtures.events_of(fixtures.load(Path(sys.argv[1])))[:40]
gate, folded = threading.Barrier(8), []

def fold():
    gate.wait()
    game = None
    for event in events:
        game = evolve(game, event)
    folded.append(game.version)

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=fold) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert folded == [len(events)] * 8, folded
"""


@pytest.mark.parametrize("ruleset", ["alexandros", "settlers", "alexander_the_great"])
def test_threads_of_a_process_that_has_just_started_fold_the_same_record(ruleset: str):
    """Without the types made ready, this crashed the process in ten tries of ten."""
    path = str(fixtures.fixtures(ruleset)[0])
    done = subprocess.run(
        [sys.executable, "-c", EIGHT_THREADS, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
