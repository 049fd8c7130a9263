"""Quiet hours as clocks count them: changes count after a day, and the past never changes."""

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.calendars import LONGEST_WAIT
from service.people.quiet_history import NEVER_QUIET, Counted, QuietHistory, encode_history, read
from service.people.quiet_hours import DAY, HOUR, Quiet, QuietWindow

NIGHT = Quiet("Europe/Berlin", QuietWindow("22:00", "07:00"))
NOON = Quiet("Europe/Berlin", QuietWindow("12:00", "14:00"))
NOW = 20_000 * DAY

CHANGES = st.lists(st.tuples(st.integers(0, 3 * DAY), st.sampled_from([None, NIGHT, NOON])))


def test_the_first_hours_count_a_day_after_they_are_set():
    history = NEVER_QUIET.changed(NIGHT, NOW)
    assert history.at(NOW + DAY - 1) is None
    assert history.at(NOW + DAY) == NIGHT


def test_hours_that_were_deleted_count_for_a_day_still():
    history = QuietHistory((Counted(0, NIGHT),)).changed(None, NOW)
    assert history.at(NOW + DAY - 1) == NIGHT
    assert history.at(NOW + DAY) is None


def test_a_second_change_within_a_day_replaces_the_first():
    history = NEVER_QUIET.changed(NIGHT, NOW).changed(NOON, NOW + HOUR)
    assert history.entries == (Counted(0, None), Counted(NOW + HOUR + DAY, NOON))


def test_a_change_that_is_taken_back_within_a_day_leaves_nothing():
    assert NEVER_QUIET.changed(NIGHT, NOW).changed(None, NOW + HOUR) == NEVER_QUIET


def test_the_same_hours_once_more_do_not_begin_again():
    history = NEVER_QUIET.changed(NIGHT, NOW)
    assert history.changed(NIGHT, NOW + HOUR) == history


def test_a_change_every_day_keeps_no_more_than_the_longest_wait_needs():
    history = NEVER_QUIET
    for day in range(1000):
        history = history.changed((NIGHT, NOON, None)[day % 3], NOW + day * DAY)
    assert len(history.entries) <= LONGEST_WAIT // DAY + 3
    assert history.entries[0].since <= NOW + 999 * DAY - LONGEST_WAIT


def test_a_history_is_read_as_it_was_written_and_is_not_there_for_most():
    history = NEVER_QUIET.changed(NIGHT, NOW).changed(NOON, NOW + 2 * DAY)
    assert read(encode_history(history).encode(), NOON) == history
    assert encode_history(NEVER_QUIET) == ""
    assert read(None, NIGHT).at(0) == NIGHT


@given(changes=CHANGES, wait=st.integers(0, LONGEST_WAIT))
def test_no_change_reaches_back_nor_counts_within_a_day(changes, wait):
    history, now = NEVER_QUIET, NOW
    for pause, quiet in changes:
        now += pause
        began = max(now - wait, NOW)
        after = history.changed(quiet, now)
        assert after.at(began) == history.at(began)
        assert after.at(now) == history.at(now)
        assert after.at(now + DAY) == quiet
        new = set(after.entries) - set(history.entries)
        assert all(each.since == now + DAY for each in new)
        history = after
