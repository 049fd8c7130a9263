"""Growth in a series of samples: a straight line through its last two thirds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import linear_regression, median

SETTLING = 1 / 3
"""The share of the samples that is left out: caches fill, allocators settle."""
MOST_EACH = {"web": 1_000.0, "worker": 1_000.0, "server": 1_000.0, "store": 900.0}
"""Bytes by which a process, or the store's data, may grow for each event that is recorded.

The record takes 460 bytes of the store and a running game's command ids 100 more; one cached event
takes 300 bytes of a process until its cache is full.
"""
NOISE = 3e6
"""Bytes of memory that come and go."""
MOST_FILES = 30
"""Connections come and go; one lost a round would be as many in the half hour."""
MOST_LAG = 5.0


@dataclass(frozen=True, slots=True)
class Sample:
    """One look: seconds since the start, events recorded so far, and the size of each thing.

    ``memory`` is in bytes by process or part, ``files`` the numbers of open files by process,
    ``lag`` how many seconds the worker is behind.
    """

    at: float
    events: int
    memory: dict[str, int]
    files: dict[str, int]
    lag: float


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a thing in the time that counts; ``most`` is its limit."""

    name: str
    first: float
    last: float
    grown: float
    each: float
    most: float

    @property
    def is_bounded(self) -> bool:
        """True if it has grown within its limit."""
        return self.grown <= self.most


def memory_growths(samples: Sequence[Sample]) -> Iterator[Growth]:
    """Yield how the memory of each process and part has grown, by a line through the samples."""
    counted = settled(samples)
    events = max(counted[-1].events - counted[0].events, 1)
    for name in sorted(counted[-1].memory):
        series = [(one.at, one.memory[name]) for one in counted if name in one.memory]
        grown = line_growth(series)
        kind = name.partition(" ")[0]
        most = NOISE + MOST_EACH.get(kind, MOST_EACH["worker"]) * events
        yield Growth(name, series[0][1], series[-1][1], grown, grown / events, most)


def file_growths(samples: Sequence[Sample]) -> Iterator[Growth]:
    """Yield how the numbers of open files of each process have grown."""
    counted = settled(samples)
    for name in sorted(counted[-1].files):
        series = [(one.at, one.files[name]) for one in counted if name in one.files]
        grown = line_growth(series)
        yield Growth(name, series[0][1], series[-1][1], grown, grown, MOST_FILES)


def lag_growth(samples: Sequence[Sample]) -> Growth:
    """Return how many seconds the worker is behind in the end, by the median of the last third."""
    counted = settled(samples)
    last = median(one.lag for one in counted[len(counted) // 2 :])
    return Growth("lag", counted[0].lag, counted[-1].lag, last, last, MOST_LAG)


def settled(samples: Sequence[Sample]) -> Sequence[Sample]:
    """Return the last two thirds of the samples."""
    return samples[int(len(samples) * SETTLING) :]


def line_growth(series: Sequence[tuple[float, float]]) -> float:
    """Return how much a straight line through the series grows from its first to its last time."""
    if len(series) < 2:
        return 0.0
    times, values = zip(*series, strict=True)
    return linear_regression(times, values).slope * (times[-1] - times[0])
