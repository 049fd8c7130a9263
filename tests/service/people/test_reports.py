"""Reports: one line a target, one report a reporter, and bounds that no flood passes."""

from datetime import timedelta

import pytest

from service.machine import clock
from service.people import reports as module
from service.people.quiet_hours import DAY
from service.people.reports import (
    ENDS_AFTER,
    MOST_REPORTERS,
    MOST_TEXTS,
    Reports,
    ReportsFull,
    ReportUnknown,
    Target,
    target_of,
)
from service.store.redis_store import RedisStore
from tests.service.office import FakeClock

GAME = Target("game", "k3v9x2m7q4w8z6t5")


@pytest.fixture
def reports(store: RedisStore) -> Reports:
    return Reports(store.client)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


def test_a_target_has_one_line_that_counts_its_reporters(reports: Reports, time: FakeClock):
    first = clock.now_ms()
    reports.add(GAME, "pada", "pbob", "spam", "Look at the title.")
    time.later(timedelta(seconds=60))
    reports.add(GAME, "pada", "peve", "spam", "")
    reports.add(GAME, "pada", "pfay", "other", "It is odd.")
    (line,), total = reports.page(0, 10)
    assert (total, line.target, line.about, line.count) == (1, GAME, "pada", 3)
    assert (line.first, line.last) == (first, first + 60_000)
    assert line.reasons == {"spam": 2, "other": 1}
    assert line.texts == [("pbob", "Look at the title."), ("pfay", "It is odd.")]


def test_a_reporter_counts_once_until_the_line_is_resolved(
    reports: Reports, repeated_scripts: None
):
    reports.add(GAME, "pada", "pbob", "spam", "One.")
    reports.add(GAME, "pada", "pbob", "other", "Two.")
    assert reports.read(GAME).count == 1
    reports.resolve(GAME.name)
    assert reports.page(0, 10) == ([], 0)
    with pytest.raises(ReportUnknown):
        reports.read(GAME)
    reports.add(GAME, "pada", "pbob", "spam", "Three.")
    assert reports.read(GAME).texts == [("pbob", "Three.")]


def test_lines_of_many_reporters_come_first_then_the_latest(reports: Reports, time: FakeClock):
    for target, reporters in (("a", 1), ("b", 3), ("c", 1), ("d", 2)):
        for number in range(reporters):
            reports.add(Target("game", target), "pada", f"p{number}", "spam", "")
        time.later(timedelta(seconds=1))
    lines, total = reports.page(0, 3)
    assert ([line.target.id for line in lines], total) == (["b", "d", "c"], 4)
    assert [line.target.id for line in reports.page(3, 3)[0]] == ["a"]


def test_a_flood_on_one_target_leaves_one_bounded_line(reports: Reports, store: RedisStore):
    for number in range(MOST_REPORTERS + 50):
        reports.add(GAME, "pada", f"p{number:016}", "spam", 500 * "x")
    line = reports.read(GAME)
    assert (line.count, len(line.texts)) == (MOST_REPORTERS, MOST_TEXTS)
    assert store.client.scard(f"{{reports}}:{GAME.name}:by") == MOST_REPORTERS


def test_a_full_queue_takes_no_new_target_but_further_reports_of_old_ones(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "MOST_LINES", 2)
    reports.add(GAME, "pada", "pbob", "spam", "")
    reports.add(Target("title", GAME.id), "pada", "pbob", "spam", "")
    with pytest.raises(ReportsFull):
        reports.add(Target("board", GAME.id), "pada", "pbob", "spam", "")
    reports.add(GAME, "pada", "peve", "spam", "")


def test_a_line_ends_ninety_days_after_its_last_report(
    reports: Reports, time: FakeClock, store: RedisStore
):
    reports.add(GAME, "pada", "pbob", "spam", "")
    time.later(timedelta(seconds=89 * DAY / 1000))
    reports.add(GAME, "pada", "peve", "spam", "")
    time.later(timedelta(seconds=ENDS_AFTER / 1000 - 1))
    other = Target("player", "pada")
    reports.add(other, "pada", "pbob", "spam", "")
    assert reports.page(0, 10)[1] == 2
    time.later(timedelta(seconds=2))
    reports.add(other, "pada", "peve", "spam", "")
    assert [line.target for line in reports.page(0, 10)[0]] == [other]
    assert store.client.keys(f"{{reports}}:{GAME.name}*") == []


def test_who_leaves_is_in_no_line_any_more(reports: Reports, store: RedisStore):
    reports.add(GAME, "pada", "pbob", "spam", "By Bob.")
    reports.add(GAME, "pada", "peve", "spam", "By Eve.")
    reports.add(Target("player", "pbob"), "pbob", "peve", "spam", "")
    assert reports.of("pbob") == [GAME.name]
    reports.forget("pbob")
    (line,), _ = reports.page(0, 10)
    assert (line.target, line.count, line.texts) == (GAME, 2, [("peve", "By Eve.")])
    stored = [store.client.dump(key) or b"" for key in store.client.keys("{reports}:*")]
    assert stored
    assert not any(b"pbob" in each for each in stored)
    assert reports.of("pbob") == []


@pytest.mark.parametrize("name", ["", "game", "game-", "games-x", "-x", "move-x"])
def test_a_name_of_no_kind_is_unknown(reports: Reports, name: str):
    with pytest.raises(ReportUnknown):
        reports.read(target_of(name))
