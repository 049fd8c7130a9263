"""Tests that a machine cannot run are left out in words, and never where changes land."""

import os
from typing import NoReturn

import pytest


def leave_out(reason: str) -> NoReturn:
    """Skip a test on this machine; under CI, fail it."""
    if "CI" in os.environ:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
