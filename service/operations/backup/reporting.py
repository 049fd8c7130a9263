"""Output of the backup commands: progress on stderr, totals for people."""

from tqdm import tqdm

from service.machine.plain_text import counted
from service.operations.backup.form import Tail


def progress(events: int, label: str) -> "tqdm[int]":
    """Return a progress bar of events on stderr, disabled unless that is a terminal."""
    return tqdm(
        total=events, unit=" events", unit_scale=True, desc=label, leave=False, disable=None
    )


def size(count: int) -> str:
    """Return a number of bytes with its unit."""
    amount = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


def contents(tail: Tail) -> str:
    """Return the numbers of games and of other keys in a backup."""
    return f"{counted(tail.games, 'game')}, {counted(tail.keys, 'other key')}"


def rate(events: int, seconds: float) -> str:
    """Return a number of events, and their rate."""
    each_second = events / max(seconds, 0.001)
    return f"{counted(events, 'event')} in {seconds:.1f} s ({each_second:,.0f} events/s)"
