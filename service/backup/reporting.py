"""Output of the backup commands: progress on stderr, totals for people."""

from tqdm import tqdm


def progress(events: int, what: str) -> "tqdm[int]":
    """Return a progress bar of events on stderr, disabled unless that is a terminal."""
    return tqdm(total=events, unit=" events", unit_scale=True, desc=what, leave=False, disable=None)


def size(count: int) -> str:
    """Return a number of bytes with its unit."""
    amount = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


def rate(events: int, seconds: float) -> str:
    """Return a number of events, and their rate."""
    return f"{events:,} events in {seconds:.1f} s ({events / max(seconds, 0.001):,.0f} events/s)"
