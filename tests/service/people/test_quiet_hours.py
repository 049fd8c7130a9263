"""Quiet hours: when they are, and the time outside of them, on days of 23 and 25 hours, too."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.people.quiet_hours import DAY, HOUR, MINUTE, Quiet, QuietWindow, time_zones

NIGHT = Quiet("Europe/Berlin", QuietWindow("22:00", "07:00"))
LUNCH = Quiet("Europe/Berlin", QuietWindow("12:00", "13:30"))
WEEKENDS = Quiet("Europe/Berlin", QuietWindow("22:00", "07:00", weekends=True))
ONLY_WEEKENDS = Quiet("Europe/Berlin", QuietWindow("00:00", "00:00", weekends=True))

ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Pacific/Chatham",
    "Asia/Tehran",
]
BEGIN = int(datetime(2024, 1, 1, tzinfo=UTC).timestamp()) * 1000
MOMENTS = st.integers(BEGIN, BEGIN + 1200 * DAY)
LENGTHS = st.integers(0, 14 * DAY)


@st.composite
def quiets(draw: st.DrawFn) -> Quiet:
    start = draw(st.integers(0, 24 * 4 - 1)) * 15
    end = (start + draw(st.integers(1, 12 * 4)) * 15) % (24 * 60)
    hours = QuietWindow(_time(start), _time(end), draw(st.booleans()))
    return Quiet(draw(st.sampled_from(ZONES)), hours)


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def at(written: str, zone: str = "Europe/Berlin", fold: int = 0) -> int:
    """Return a moment by a wall's date and time."""
    local = datetime.fromisoformat(written).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return round(local.timestamp() * 1000)


def by_the_wall(quiet: Quiet, moment: int) -> bool:
    """Say in another way if a moment is quiet: by comparing what the wall's clock shows."""
    utc = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=moment)
    local = utc.astimezone(ZoneInfo(quiet.time_zone))
    shown, (start, end) = f"{local:%H:%M}", (quiet.hours.start, quiet.hours.end)
    in_hours = start <= shown < end if start <= end else shown >= start or shown < end
    return in_hours or (quiet.hours.weekends and f"{local:%a}" in ("Sat", "Sun"))


# When it is quiet
@pytest.mark.parametrize(
    ("quiet", "written", "is_quiet"),
    [
        (NIGHT, "2026-11-23T21:59", False),
        (NIGHT, "2026-11-23T22:00", True),
        (NIGHT, "2026-11-24T00:00", True),
        (NIGHT, "2026-11-24T06:59", True),
        (NIGHT, "2026-11-24T07:00", False),
        (LUNCH, "2026-11-24T11:59", False),
        (LUNCH, "2026-11-24T12:00", True),
        (LUNCH, "2026-11-24T13:30", False),
        (WEEKENDS, "2026-11-28T12:00", True),
        (WEEKENDS, "2026-11-29T23:59", True),
        (WEEKENDS, "2026-11-30T07:00", False),
        (ONLY_WEEKENDS, "2026-11-27T23:59", False),
        (ONLY_WEEKENDS, "2026-11-28T00:00", True),
        (ONLY_WEEKENDS, "2026-11-30T00:00", False),
    ],
)
def test_hours_are_quiet_by_the_clock_on_the_wall(quiet: Quiet, written: str, is_quiet: bool):
    assert quiet.is_quiet(at(written)) == is_quiet


def test_quiet_hours_end_at_their_last_one_and_after_the_weekend():
    assert NIGHT.end_of_quiet(at("2026-11-27T23:00")) == at("2026-11-28T07:00")
    assert WEEKENDS.end_of_quiet(at("2026-11-27T23:00")) == at("2026-11-30T07:00")
    noon = at("2026-11-27T12:00")
    assert NIGHT.end_of_quiet(noon) == noon


def test_time_runs_outside_of_quiet_hours_alone():
    assert NIGHT.after(at("2026-11-23T20:00"), 3 * HOUR) == at("2026-11-24T08:00")
    assert NIGHT.after(at("2026-11-23T23:00"), HOUR) == at("2026-11-24T08:00")
    assert NIGHT.after(at("2026-11-23T20:00"), 2 * HOUR) == at("2026-11-23T22:00")
    assert WEEKENDS.after(at("2026-11-27T21:00"), 2 * HOUR) == at("2026-11-30T08:00")
    assert NIGHT.counted(at("2026-11-23T20:00"), at("2026-11-24T08:00")) == 3 * HOUR


# Summer time: in Berlin from 29 March 2026, 02:00 -> 03:00, to 25 October, 03:00 -> 02:00
def test_a_night_is_an_hour_shorter_or_longer_when_the_clocks_change():
    for evening, morning, hours in [
        ("2026-03-28T22:00", "2026-03-29T07:00", 8),
        ("2026-10-24T22:00", "2026-10-25T07:00", 10),
    ]:
        assert NIGHT.end_of_quiet(at(evening)) == at(morning)
        assert at(morning) - at(evening) == hours * HOUR
        assert NIGHT.after(at(evening) - HOUR, 2 * HOUR) == at(morning) + HOUR


def test_an_hour_that_the_wall_shows_twice_is_quiet_twice():
    early = Quiet("Europe/Berlin", QuietWindow("02:00", "02:30"))
    first, second = at("2026-10-25T02:00"), at("2026-10-25T02:00", fold=1)
    assert second - first == HOUR
    assert [early.is_quiet(first + n * 15 * MINUTE) for n in range(8)] == [
        True,
        True,
        False,
        False,
    ] * 2
    assert early.counted(first, second + HOUR) == HOUR


def test_an_hour_that_the_wall_leaves_out_is_not_quiet():
    early = Quiet("Europe/Berlin", QuietWindow("02:00", "03:00"))
    midnight = at("2026-03-29T00:00")
    assert early.end_of_quiet(midnight + 2 * HOUR) == midnight + 2 * HOUR
    assert early.after(midnight, 5 * HOUR) == midnight + 5 * HOUR


# Always
@given(quiet=quiets(), moment=MOMENTS)
def test_any_moment_is_as_quiet_as_the_wall_says(quiet: Quiet, moment: int):
    assert quiet.is_quiet(moment) == by_the_wall(quiet, moment)


@given(quiet=quiets(), moment=MOMENTS)
def test_quiet_hours_end_at_the_first_moment_that_is_not_quiet(quiet: Quiet, moment: int):
    end = quiet.end_of_quiet(moment)
    assert not by_the_wall(quiet, end)
    assert all(by_the_wall(quiet, each) for each in range(moment, end, 7 * MINUTE))
    assert end == moment or by_the_wall(quiet, end - 1)


@given(quiet=quiets(), since=MOMENTS, length=LENGTHS)
def test_the_time_until_a_moment_is_the_time_that_was_given(quiet: Quiet, since: int, length: int):
    due = quiet.after(since, length)
    assert quiet.counted(since, due) == length
    assert length == 0 or quiet.counted(since, due - 1) == length - 1
    assert not length or not quiet.is_quiet(due - 1)


@given(quiet=quiets(), since=MOMENTS, lengths=st.tuples(LENGTHS, LENGTHS))
def test_time_that_runs_in_two_parts_ends_as_in_one(
    quiet: Quiet, since: int, lengths: tuple[int, int]
):
    first, second = lengths
    assert quiet.after(quiet.after(since, first), second) == quiet.after(since, first + second)


@given(quiet=quiets(), since=MOMENTS, length=LENGTHS)
def test_no_time_takes_longer_than_three_times_itself_and_three_days(
    quiet: Quiet, since: int, length: int
):
    assert quiet.after(since, length) - since <= 3 * length + 3 * DAY


def test_the_time_zones_are_those_of_iana():
    assert {"Europe/Berlin", "America/Argentina/Ushuaia", "UTC"} <= time_zones()
    assert not {"localtime", "Factory", "posix/Europe/Berlin", ""} & time_zones()
