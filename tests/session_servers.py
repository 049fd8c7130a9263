"""Fixtures of servers that run as long as the tests of a process."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest


def of_the_session(name: str, start: Callable[[Path], AbstractContextManager[Any]]) -> Any:
    """Return a session's fixture of the servers that ``start`` yields for a new folder."""

    @pytest.fixture(scope="session")
    def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
        with start(tmp_path_factory.mktemp(name) / "var") as started:
            yield started

    return servers
