"""(k) Replays: how long one keeps a process from serving others, and a finished game's cost."""

import json
import subprocess
import sys
from statistics import median
from typing import Any

from tests.benchmarks.measuring import heading, milliseconds, ratios, row, within

AIM_SECONDS, AIM_FOLD, AIM_BARE = 0.010, 10.0, 10.0


def bench_blocking() -> None:
    """Measure one replay's pieces, made in slices and at once by turns; then a finished game's."""
    told = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.blocking_process"], capture_output=True, check=True
    )
    found = json.loads(told.stdout)
    for length, pieces in found["pieces"].items():
        _tell_pieces(int(length), pieces)
    _tell_finished(found["finished"])


def _tell_pieces(length: int, pieces: Any) -> None:
    heading(f"(k) the longest piece of the replay of a running game of {length:,} events, in CPU")
    sliced, whole = zip(*pieces, strict=True)
    row("made in slices", milliseconds(sliced), f"worst {max(sliced) * 1e3:.1f} ms")
    row("made at once", milliseconds(whole))
    within("in slices, of the aim's 10 ms", max(sliced) / AIM_SECONDS, 1.0)
    row("in slices, of that at once", f"{median(sliced) / median(whole):.3f}")


def _tell_finished(rounds: Any) -> None:
    heading(
        "(k) CPU of the replay of a finished game of 2,270 events",
        "the same bytes from the same client; only ours knows players, rights and names",
    )
    fold, first, later, bare = zip(*rounds, strict=True)
    row("reading and folding its record once", milliseconds(fold))
    row("first", milliseconds(first))
    row("later", milliseconds(later))
    row("bare Flask route of the same bytes", milliseconds(bare))
    within("first, of that fold's", ratios(fold, first), AIM_FOLD)
    row("first / later", f"{median(first) / median(later):.0f}")
    within("later, of the bare route's", median(later) / median(bare), AIM_BARE)
