"""Files of tests start with the longest, so that no process ends long after the others."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

KEPT = Path(__file__).with_name("durations.json")
"""Seconds by file, of files that take one or more; `make durations` writes it."""
ROOT = Path(__file__).parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-durations", action="store_true", help=f"rewrite {KEPT.name}")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--keep-durations"):
        config.pluginmanager.register(Stopwatch())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort files where several processes share them; one process keeps the tree's order."""
    if hasattr(config, "workerinput"):
        seconds = json.loads(KEPT.read_text())
        items.sort(key=lambda item: rank(item.nodeid, seconds))


def rank(nodeid: str, seconds: Mapping[str, int]) -> int:
    """Return a test's place: its file's seconds, the longest first; unknown files come last."""
    return -seconds.get(file_of(nodeid), 0)


def file_of(nodeid: str) -> str:
    """Return the path of a test's file, from the project's root."""
    return nodeid.partition("::")[0]


class Stopwatch:
    """Sums the durations of each file's tests and keeps them."""

    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[file_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            KEPT.write_text(json.dumps(self.whole_seconds(), indent=1) + "\n")

    def whole_seconds(self) -> dict[str, int]:
        """Return the sums that are a second or more, by file."""
        rounded = {file: round(seconds) for file, seconds in sorted(self._seconds.items())}
        return {file: seconds for file, seconds in rounded.items() if seconds}
