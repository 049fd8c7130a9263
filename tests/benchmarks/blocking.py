"""(k) The time a process serves nobody else while it makes the replay of 9,900 events."""

import json
import subprocess
import sys
from statistics import median

from tests.benchmarks.measuring import heading, milliseconds, row


def bench_blocking() -> None:
    """Measure the longest block of one replay, made in slices and made at once, by turns."""
    heading("(k) the longest time that nobody else has a turn during a replay of 2,000 steps")
    told = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.blocking_process"], capture_output=True, check=True
    )
    sliced, whole = zip(*json.loads(told.stdout), strict=True)
    row("made in slices", milliseconds(sliced), f"worst {max(sliced) * 1e3:.1f} ms")
    row("made at once", milliseconds(whole))
    row("in slices, of that at once", f"{median(sliced) / median(whole):.3f}")
