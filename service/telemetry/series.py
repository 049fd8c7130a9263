"""Time series that count nothing until this process turns metrics on."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Literal

Kind = Literal["counter", "gauge", "histogram"]
Mode = Literal["livesum", "livemax", "max"]
"""The way to merge a gauge's values: the live processes' sum or maximum, or the maximum of all."""

PREFIX = "anabasis_"
QUICK = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1.0)
SLOW = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Upper bounds of histograms, in seconds."""


def _ignore(_value: float = 1.0) -> None:
    """Count nothing: metrics are off."""


class Series:
    """One time series; counters ``inc``, gauges ``set``, histograms ``observe``."""

    def __init__(self) -> None:
        self.inc = self.set = self.observe = _ignore

    @contextmanager
    def time(self) -> Iterator[None]:
        """Observe the seconds that a block takes, however it ends."""
        began = perf_counter()
        try:
            yield
        finally:
            self.observe(perf_counter() - began)


class Family:
    """The time series of one name, by the values of their labels.

    Counts ``at_once`` are written without a flush: rare ones, and those of processes without a
    thread that flushes, such as gunicorn's master.
    """

    # Labels have few values, and never name players or games.

    def __init__(  # noqa: PLR0913 - the parts of a metric in Prometheus
        self,
        kind: Kind,
        name: str,
        text: str,
        labels: tuple[str, ...] = (),
        *,
        mode: Mode = "max",
        bounds: tuple[float, ...] = QUICK,
        at_once: bool = False,
    ) -> None:
        self.kind, self.name, self.text, self.label_names = kind, PREFIX + name, text, labels
        self.mode, self.bounds, self.at_once = mode, bounds, at_once
        self.series: dict[tuple[str, ...], Series] = {}
        FAMILIES.append(self)

    def of(self, *values: str) -> Series:
        """Return the series of labels' values; look it up once, not at each count."""
        if values not in self.series:
            self.series[values] = Series()
            for bind in BINDERS:
                bind(self, values)
        return self.series[values]

    def each(self, values: Iterable[str]) -> dict[str, Series]:
        """Return a series for each value of the only label: each is exported as 0 at first."""
        return {value: self.of(value) for value in values}


FAMILIES: list[Family] = []
BINDERS: list["Binder"] = []
"""Each binds new series once metrics are on."""


class Binder:
    """Gives series something to count with."""

    def __call__(self, family: Family, values: tuple[str, ...]) -> None:
        """Bind a new series of a family."""
        raise NotImplementedError
