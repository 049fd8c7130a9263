"""Metrics in files that the processes of a run share: prometheus_client's multiprocess mode."""

import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from service.machine.os_errors import plain
from service.telemetry.instruments import PROCESSES
from service.telemetry.series import BINDERS, FAMILIES, Binder, Family
from service.telemetry.slots import Slots

MOST_WAITING = 10_000
"""The most amounts of a series that wait to be written."""
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder of the files: prometheus_client's own."""

log = logging.getLogger(__name__)


def is_on(environment: Mapping[str, str] = os.environ) -> bool:
    """True if this process should count."""
    return bool(environment.get(FOLDER))


def count_from_now_on() -> None:
    """Turn on the metrics of this process and its forks, if it should count."""
    if is_on():
        try:
            _turned_on()
        except OSError as error:
            log.warning("this process counts nothing: %s", plain(error))


def count_as(kind: str) -> None:
    """Count this process as one of a kind."""
    if is_on():
        PROCESSES.of(kind).set(1)


@cache
def _turned_on() -> None:
    binder = _Prometheus()
    BINDERS.append(binder)
    for family in FAMILIES:
        for values in family.series:
            binder(family, values)


class _Counted:
    """Amounts that wait, and are written later many at a time.

    On a busy machine a move spent 70 to 110 µs on its six amounts when each was written at once,
    and 25 to 34 µs when they waited.
    """

    def __init__(self, write: Callable[[Sequence[float]], object]) -> None:
        self._write = write
        self._waiting: deque[float] = deque()
        _COUNTED.append(self)

    def add(self, _value: float = 1.0) -> None:
        """Note an amount, in any thread."""
        self._waiting.append(_value)
        if len(self._waiting) > MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write all that waits at once."""
        if self._waiting:
            self._write(list(self._drained()))

    def _drained(self) -> Iterator[float]:
        with suppress(IndexError):  # not by its length: another thread may flush, too
            while True:
                yield self._waiting.popleft()


_COUNTED: list[_Counted] = []


def flush() -> None:
    """Write all counts that wait; a killed process loses those that it has not written."""
    for counted in _COUNTED:
        counted.flush()


class _Prometheus(Binder):
    """Binds series to prometheus_client's: loaded only where there are metrics."""

    def __init__(self) -> None:
        import prometheus_client as prometheus  # noqa: PLC0415
        from prometheus_client import values  # noqa: PLC0415

        shared: Any = values.MultiProcessValue
        values.ValueClass = shared(Slots(Path(os.environ[FOLDER])).own)
        self._prometheus = prometheus
        self._made: dict[str, Any] = {}

    def __call__(self, family: Family, values: tuple[str, ...]) -> None:
        """Bind a series, unless the disk has no room for a new process's files."""
        with suppress(OSError):
            self._bind(family, values)

    def _bind(self, family: Family, values: tuple[str, ...]) -> None:
        series, child = family.series[values], self._child(family, values)
        match family.kind:
            case "counter":
                inc = partial(_try, child.inc)
                series.inc = inc if family.at_once else _Counted(lambda each: inc(sum(each))).add
            case "gauge":
                series.set = partial(_try, child.set)
            case "histogram":
                series.observe = _Counted(partial(_observe, child)).add

    def _child(self, family: Family, values: tuple[str, ...]) -> Any:
        """Return the metric of a series; a family's first series creates the family's."""
        made = self._made.get(family.name) or self._made.setdefault(family.name, self._new(family))
        return made.labels(*values) if values else made

    def _new(self, family: Family) -> Any:
        stated = family.name, family.text, family.label_names
        match family.kind:
            case "counter":
                return self._prometheus.Counter(*stated, registry=None)
            case "gauge":
                mode = family.mode
                return self._prometheus.Gauge(*stated, registry=None, multiprocess_mode=mode)
            case "histogram":
                return self._prometheus.Histogram(*stated, registry=None, buckets=family.bounds)


def _observe(histogram: Any, amounts: Sequence[float]) -> None:
    for amount in amounts:
        _try(histogram.observe, amount)


def _try(write: Callable[[float], object], value: float = 1.0) -> None:
    """Write an amount; it is lost if the disk has no room for a new process's files."""
    with suppress(OSError):
        write(value)
