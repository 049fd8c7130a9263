"""Files are sorted by the seconds that they took, and those are counted by file."""

import pytest

from tests.durations import Stopwatch, rank

TESTS = ["tests/a.py::test_1", "tests/b.py::test_1", "tests/new.py::test_1", "tests/b.py::test_2"]


def test_the_longest_file_comes_first_in_one_piece_and_an_unknown_one_last():
    ordered = sorted(TESTS, key=lambda nodeid: rank(nodeid, {"tests/a.py": 2, "tests/b.py": 40}))
    assert ordered == [TESTS[1], TESTS[3], TESTS[0], TESTS[2]]


def test_a_file_is_kept_with_the_sum_of_its_tests_if_that_is_a_second():
    watch = Stopwatch()
    for nodeid, seconds in zip(TESTS, [0.2, 3.4, 0.3, 4.4], strict=True):
        for when in ("setup", "call"):
            watch.pytest_runtest_logreport(_report(nodeid, when, seconds / 2))
    assert watch.whole_seconds() == {"tests/b.py": 8}


def _report(nodeid: str, when: str, seconds: float) -> pytest.TestReport:
    place = (nodeid, 1, nodeid)
    return pytest.TestReport(nodeid, place, {}, "passed", None, when, duration=seconds)
