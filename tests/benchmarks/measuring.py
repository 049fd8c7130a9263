"""Timing by turns, medians, and lines of a report."""

import gc
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter

import click

Task = Callable[[], object]


def seconds(task: Task) -> float:
    """Return the seconds one call takes."""
    start = perf_counter()
    task()
    return perf_counter() - start


def by_turns(tasks: Sequence[Task], rounds: int) -> list[list[float]]:
    """Time the tasks in turn, so that a noisy moment falls on all of them alike."""
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, found in zip(tasks, times, strict=True):
            gc.collect()
            found.append(seconds(task))
    return times


def p95(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return quantiles(times, n=20)[-1]


def heading(text: str) -> None:
    """A section of the report."""
    click.echo(f"\n{text}")


def row(name: str, value: str, note: str = "") -> None:
    """A line of the report."""
    click.echo(f"  {name:<46} {value:>16}  {note}".rstrip())


def milliseconds(times: Sequence[float]) -> str:
    """The median in milliseconds."""
    return f"{median(times) * 1e3:.2f} ms"


def ratio(name: str, found: float, aim: float) -> None:
    """A ratio beside its aim."""
    row(name, f"{found:.2f}", f"aim {aim:g}: {'met' if found >= aim else 'NOT MET'}")
