"""What the tests of the files for hosts share."""

from pathlib import Path

import pytest

from tests.deploy.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)
