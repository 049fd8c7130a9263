"""An open loop: arrivals by a Poisson process, each latency counted from its scheduled time."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from tests.benchmarks.load.latencies import Latencies


class Clock(Protocol):
    """The time that a loop goes by."""

    def now(self) -> float:
        """Return the time in seconds, from any beginning."""

    def sleep(self, seconds: float) -> None:
        """Return after so many seconds."""


class Lanes(Protocol):
    """A pool of greenlets or the like that runs a limited number of tasks at once."""

    def spawn(self, act: Callable[..., object], *arguments: Any) -> object:
        """Begin an act as soon as there is room."""

    def full(self) -> bool:
        """True if there is no room now."""


@dataclass(slots=True)
class Heard:
    """Latencies from the scheduled time (``corrected``) and from the sending (``naive``), by kind.

    ``lag`` is how late the loop itself was; where it is high, the generator itself is measured.
    """

    corrected: dict[str, Latencies] = field(default_factory=dict)
    naive: dict[str, Latencies] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    lag: Latencies = field(default_factory=Latencies)

    def answered(self, kind: str, due: float, sent: float, now: float) -> None:
        """Record an answer."""
        self.corrected.setdefault(kind, Latencies()).record(now - due)
        self.naive.setdefault(kind, Latencies()).record(now - sent)

    def failed(self, kind: str, error: str) -> None:
        """Count a request that was refused or had no answer."""
        name = f"{kind}: {error}"
        self.errors[name] = self.errors.get(name, 0) + 1


def arrivals(
    rates: Mapping[str, float], seconds: float, luck: Random
) -> Iterator[tuple[float, str]]:
    """Yield times (seconds from the start) and kinds of a Poisson process, by rates a second."""
    kinds, weights = list(rates), list(rates.values())
    at = luck.expovariate(sum(weights))
    while at < seconds:
        yield at, luck.choices(kinds, weights)[0]
        at += luck.expovariate(sum(weights))


def drive(
    schedule: Iterator[tuple[float, str]],
    act: Callable[[str], str | None],
    clock: Clock,
    lanes: Lanes,
) -> Heard:
    """Do each act of the schedule at its time, or as soon after as there is room in the lanes.

    ``act`` returns the name of an error, or None. Acts still under way go on afterwards.
    """
    heard, start = Heard(), clock.now()

    def run(kind: str, due: float) -> None:
        sent = clock.now()
        error = act(kind)
        if error is None:
            heard.answered(kind, due, sent, clock.now())
        else:
            heard.failed(kind, error)

    for at, kind in schedule:
        clock.sleep(max(start + at - clock.now(), 0.0))
        if not lanes.full():  # if they are full, everybody waits for the service
            heard.lag.record(clock.now() - start - at)
        lanes.spawn(run, kind, start + at)
    return heard
