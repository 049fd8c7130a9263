"""The open loop sees a service that stands still; a closed one would not."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.benchmarks.load.arrivals import Heard, arrivals, drive
from tests.benchmarks.load.latencies import Latencies

STILL = 1.0


class Standing:
    """A clock that goes on by sleeping alone; and one lane, in which an act ends at once."""

    def __init__(self) -> None:
        self.time = 50.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    def full(self) -> bool:
        return False

    def spawn(self, act: Callable[..., object], *arguments: Any) -> None:
        act(*arguments)


def load(costs: Callable[[int], float], error: str | None = None) -> Heard:
    """Run a hundred requests a second for five seconds; each takes as long as its number costs."""
    clock, numbers = Standing(), iter(range(10**6))

    def act(_kind: str) -> str | None:
        clock.time += costs(next(numbers))
        return error

    return drive(arrivals({"move": 100.0}, 5.0, Random(1)), act, clock, clock)


def test_a_service_that_stands_still_once_is_seen_by_all_who_wait_for_it():
    heard = load(lambda number: STILL if number == 200 else 0.001)
    assert heard.corrected["move"].percentile(99) > 0.9 * STILL
    assert heard.naive["move"].percentile(99) < 0.01
    assert heard.naive["move"].percentile(100) >= 0.99 * STILL


def test_a_quick_service_has_short_latencies_either_way():
    heard = load(lambda _: 0.001)
    for latencies in (heard.corrected["move"], heard.naive["move"]):
        assert latencies.percentile(50) < 0.002


def test_failed_requests_are_counted_apart():
    heard = load(lambda _: 0.001, error="503 store_unavailable")
    assert not heard.corrected
    assert list(heard.errors) == ["move: 503 store_unavailable"]


def test_arrivals_come_at_their_rates_and_the_same_for_the_same_seed():
    rates = {"move": 300.0, "view": 100.0}
    schedule = list(arrivals(rates, 20.0, Random(7)))
    kinds = [kind for _, kind in schedule]
    assert abs(kinds.count("move") - 6_000) < 400
    assert abs(kinds.count("view") - 2_000) < 250
    assert schedule == list(arrivals(rates, 20.0, Random(7)))


def test_latencies_travel_between_processes_and_add_up():
    first, second = Latencies(), Latencies()
    first.record(0.001)
    second.record(3.0)
    both = Latencies.merged([first, Latencies.decoded(second.encoded)])
    assert both.count == 2
    assert abs(both.percentile(100) - 3.0) < 0.01
