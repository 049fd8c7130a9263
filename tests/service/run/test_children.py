"""The launcher's children are replaced only by those that do their work."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.machine.processes import stop
from service.run.children import KeptChild

BEGINS = """
import os, sys, time
from pathlib import Path
from service.run import readiness
mark = Path(sys.argv[1])
if mark.exists() and sys.argv[2] == "broken":
    raise SystemExit(7)
mark.touch()
readiness.tell()
time.sleep(1000)
"""
"""A worker; where its code is broken it begins only the first time."""


@pytest.fixture
def child(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[KeptChild]:
    mark = tmp_path / "mark"
    command = (sys.executable, "-c", BEGINS, str(mark), request.param)
    child = KeptChild("the worker", command, dict(os.environ))
    while not mark.exists():
        assert child.process.poll() is None
    yield child
    stop(child.process, 0.0)


def renew(child: KeptChild) -> bool:
    return child.renew(lambda: None, lambda: False)


@pytest.mark.parametrize("child", ["broken"], indirect=True)
def test_a_new_worker_that_does_not_work_leaves_the_old_one_be(child: KeptChild) -> None:
    old = child.process
    assert not renew(child)
    assert child.process is old
    assert old.poll() is None


@pytest.mark.parametrize("child", ["sound"], indirect=True)
def test_a_new_worker_that_works_takes_the_place_of_the_old_one(child: KeptChild) -> None:
    old = child.process
    assert renew(child)
    assert child.process is not old
    assert child.process.poll() is None
    assert old.poll() is not None
