"""Latencies in an HdrHistogram: microseconds to three digits, from 1 µs to ten minutes."""

from collections.abc import Iterable
from typing import Self

from hdrh.histogram import HdrHistogram

LONGEST_US = 600_000_000
PERCENTILES = (50.0, 90.0, 99.0, 99.9)


class Latencies:
    """A histogram of seconds, of bounded size however many are recorded."""

    def __init__(self) -> None:
        self._histogram = HdrHistogram(1, LONGEST_US, 3)

    @classmethod
    def decoded(cls, encoded: str) -> Self:
        """Return the latencies that ``encoded`` wrote."""
        latencies = cls()
        latencies._histogram.decode_and_add(encoded)
        return latencies

    @classmethod
    def merged(cls, parts: Iterable["Latencies"]) -> Self:
        """Return the latencies of all parts."""
        merged = cls()
        for part in parts:
            merged._histogram.add(part._histogram)
        return merged

    @property
    def encoded(self) -> str:
        """The latencies as text, for another process."""
        return str(self._histogram.encode().decode())

    @property
    def count(self) -> int:
        """The number of latencies recorded."""
        return int(self._histogram.get_total_count())

    def record(self, seconds: float) -> None:
        """Record a latency; those out of range count as the nearest in range."""
        self._histogram.record_value(min(max(round(seconds * 1e6), 1), LONGEST_US))

    def percentile(self, percent: float) -> float:
        """Return the seconds that so many percent stay below; 0 if nothing is recorded."""
        if not self.count:
            return 0.0
        return float(self._histogram.get_value_at_percentile(percent)) / 1e6

    def __str__(self) -> str:
        """The percentiles in milliseconds."""
        each = (f"p{percent:g} {self.percentile(percent) * 1e3:.1f}" for percent in PERCENTILES)
        return f"{' '.join(each)} ms"
