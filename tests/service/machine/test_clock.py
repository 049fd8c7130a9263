"""The service's clock, against the times of the platform."""

from datetime import UTC, datetime

import pytest

from service.machine import clock

MOMENTS = [0, 7, 999, 1_000, 1_001, 951_782_399_999, 951_782_400_000, 1_795_000_000_050]
"""Milliseconds since 1970: beginnings and ends of seconds, and of a leap day."""


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_moment_is_shown_as_iso_8601_has_it(moment: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock, "time_ns", lambda: moment * 1_000_000 + 999_999)
    expected = datetime.fromtimestamp(moment / 1_000, UTC).isoformat(timespec="milliseconds")
    assert clock.now() == expected.replace("+00:00", "Z")
    assert clock.now_ms() == moment


def test_seconds_that_go_back_are_told_again(monkeypatch: pytest.MonkeyPatch):
    told = []
    for seconds in (5, 6, 5):
        monkeypatch.setattr(clock, "time_ns", lambda at=seconds: at * 1_000_000_000)
        told.append(clock.now())
    assert told == [f"1970-01-01T00:00:0{second}.000Z" for second in (5, 6, 5)]
