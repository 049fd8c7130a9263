"""Metrics in files that the processes of a run share: prometheus_client's multiprocess mode."""

import logging
import os
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from service.telemetry.instruments import PROCESSES
from service.telemetry.series import BINDERS, FAMILIES, Binder, Family
from service.telemetry.slots import Slots

MOST_WAITING = 10_000
"""Amounts of a series that wait at most."""
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder of the files: prometheus_client's own."""

log = logging.getLogger(__name__)


def is_on(environment: Mapping[str, str] = os.environ) -> bool:
    """True if this process is to count."""
    return bool(environment.get(FOLDER))


def count_from_now_on() -> None:
    """Turn this process's metrics on, and those of its forks, if it is to count."""
    if is_on():
        try:
            _turned_on()
        except OSError as error:
            log.warning("this process counts nothing: %s", error)


def named(kind: str) -> None:
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
    """Amounts that wait to be written: a file costs as much as all the rest of a count."""

    def __init__(self, write: Callable[[float], object]) -> None:
        self._write = write
        self._waiting: deque[float] = deque()
        _COUNTED.append(self)

    def add(self, _value: float = 1.0) -> None:
        """Note an amount, in any thread."""
        self._waiting.append(_value)
        if len(self._waiting) > MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write what waits; another thread may take the last of it."""
        with suppress(IndexError):
            while True:
                self._write(self._waiting.popleft())


_COUNTED: list[_Counted] = []


def flush() -> None:
    """Write all that was counted and waits; a killed process loses what it has not written."""
    for counted in _COUNTED:
        counted.flush()


class _Prometheus(Binder):
    """Binds series to prometheus_client's: loaded only where there are metrics."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Gauge, Histogram, values  # noqa: PLC0415

        shared: Any = values.MultiProcessValue
        values.ValueClass = shared(Slots(Path(os.environ[FOLDER])).own)
        self._counter, self._gauge, self._histogram = Counter, Gauge, Histogram
        self._made: dict[str, Any] = {}

    def __call__(self, family: Family, values: tuple[str, ...]) -> None:
        """Bind a series, unless the disk has no room for a new process's files."""
        with suppress(OSError):
            self._bind(family, values)

    def _bind(self, family: Family, values: tuple[str, ...]) -> None:
        """Bind a series; the first one of a family makes that."""
        made = self._made.get(family.name) or self._made.setdefault(family.name, self._new(family))
        child, series = made.labels(*values) if values else made, family.series[values]
        match family.kind:
            case "counter":
                series.inc = _Counted(partial(_try, child.inc)).add
            case "gauge":
                series.set = partial(_try, child.set)
            case "histogram":
                series.observe = _Counted(partial(_try, child.observe)).add

    def _new(self, family: Family) -> Any:
        stated = family.name, family.text, family.label_names
        match family.kind:
            case "counter":
                return self._counter(*stated, registry=None)
            case "gauge":
                return self._gauge(*stated, registry=None, multiprocess_mode=family.mode)
            case "histogram":
                return self._histogram(*stated, registry=None, buckets=family.bounds)


def _try(write: Callable[[float], object], value: float = 1.0) -> None:
    """Write an amount unless the disk has no room for a new process's files: that is lost."""
    with suppress(OSError):
        write(value)
