"""Recorded times as numbers, and back."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from domain.record.times import milliseconds, moment

MOST = 32_503_680_000_000
"""The year 3000."""


@given(st.integers(0, MOST))
def test_a_moment_is_written_as_the_calendar_has_it(number):
    written = datetime.fromtimestamp(number // 1000, UTC).isoformat(timespec="seconds")
    assert moment(number) == f"{written[:-6]}.{number % 1000:03}Z"
    assert milliseconds(moment(number)) == number


def test_a_leap_day_has_its_own_date():
    assert moment(milliseconds("2028-02-28T23:59:59.999Z") + 1) == "2028-02-29T00:00:00.000Z"
    assert moment(milliseconds("2026-12-31T23:59:59.999Z") + 1) == "2027-01-01T00:00:00.000Z"
