"""Timing by turns, medians, and lines of a report."""

import gc
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter, process_time

import click

Task = Callable[[], object]


def seconds(task: Task, clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds one call takes, by the clock on the wall or another one."""
    start = clock()
    task()
    return clock() - start


def by_turns(tasks: Sequence[Task], rounds: int) -> list[list[float]]:
    """Return the CPU seconds of tasks that run in this process, a list for each, by turns."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, found in zip(tasks, times, strict=True):
            gc.collect()
            found.append(seconds(task, process_time))
    return times


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Return by round of ``by_turns`` how many times as fast as the other side ours was."""
    return [other / own for own, other in zip(ours, theirs, strict=True)]


def heading(text: str, same_work: str = "") -> None:
    """A section of the report; a comparison names the work of both sides, and of one alone."""
    click.echo(f"\n{text}")
    if same_work:
        click.echo(f"  Same work: {same_work}")


def row(name: str, value: str, note: str = "") -> None:
    """A line of the report."""
    click.echo(f"  {name:<46} {value:>16}  {note}".rstrip())


def milliseconds(times: Sequence[float]) -> str:
    """The median in milliseconds."""
    return f"{median(times) * 1e3:.2f} ms"


def ratio(name: str, found: float | Sequence[float], aim: float) -> None:
    """A ratio, or the median of one a round with the middle half of them, beside its aim."""
    value, spread = _median_and_spread(found)
    row(name, f"{value:.2f}", f"{spread}aim {aim:g}: {'met' if value >= aim else 'NOT MET'}")


def within(name: str, found: float | Sequence[float], most: float) -> None:
    """The same for a ratio that should not be above its aim."""
    value, spread = _median_and_spread(found)
    met = "met" if value <= most else "NOT MET"
    row(name, f"{value:.2f}", f"{spread}aim at most {most:g}: {met}")


def _median_and_spread(found: float | Sequence[float]) -> tuple[float, str]:
    if isinstance(found, (int, float)):
        return found, ""
    if len(found) < 2:
        return found[0], "one round; "
    low, middle, high = quantiles(found, n=4, method="inclusive")
    return middle, f"half of {len(found)} rounds {low:.2f} to {high:.2f}; "
