"""Rounds of the same test: a few for `make test`, many for `make faults`."""

from typing import Any

import pytest

FUZZ_SECONDS = [
    pytest.param(8.0, id="short"),
    pytest.param(240.0, id="long", marks=[pytest.mark.long, pytest.mark.timeout(600)]),
]


def seeds(few: int, many: int) -> list[Any]:
    """The seeds of the few rounds and those of the others."""
    rest = pytest.param(range(few, many), id="many", marks=pytest.mark.long)
    return [pytest.param(range(few), id="few"), rest]
