"""What the commands about backups tell: progress on stderr, sums for people."""

from tqdm import tqdm


def progress(events: int, what: str) -> "tqdm[int]":
    """Return a bar on stderr that counts events, with their rate; none where nobody watches."""
    return tqdm(total=events, unit=" events", unit_scale=True, desc=what, leave=False, disable=None)


def size(count: int) -> str:
    """Return bytes as people say them."""
    amount = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


def rate(events: int, seconds: float) -> str:
    """Return a number of events, and how many of them a second."""
    return f"{events:,} events in {seconds:.1f} s ({events / max(seconds, 0.001):,.0f} events/s)"
