"""The line of new players: its order, its bound and its tickets."""

from datetime import timedelta

import pytest

from service.machine import clock
from service.people.waiting_line import LineFull, LineWaits, Ticket, WaitingLine
from service.store.redis_store import RedisStore
from tests.service.office import FakeClock


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    fake = FakeClock()
    monkeypatch.setattr(clock, "now", fake.now)
    return fake


@pytest.fixture
def line(store: RedisStore, time: FakeClock) -> WaitingLine:
    """Two players a minute."""
    return WaitingLine(store.client, "2 per minute", lambda: b"key")


def place_in(line: WaitingLine) -> Ticket:
    with pytest.raises(LineWaits) as waits:
        line.enter()
    return waits.value.ticket


def test_nobody_waits_within_the_bound(line: WaitingLine):
    line.enter()
    line.enter()


def test_further_ones_wait_in_order_at_the_rate_of_the_bound(line: WaitingLine):
    line.enter()
    line.enter()
    places = [place_in(line) for _ in range(3)]
    assert [(each.place, each.seconds) for each in places] == [(1, 30), (2, 60), (3, 90)]


def test_a_ticket_lets_in_at_its_time_once(line: WaitingLine, time: FakeClock):
    line.enter()
    line.enter()
    first, second = place_in(line), place_in(line)
    time.later(timedelta(seconds=30))
    assert line.use(first.ticket)
    assert not line.use(first.ticket)
    with pytest.raises(LineWaits) as waits:
        line.use(second.ticket)
    assert waits.value.ticket == Ticket(second.ticket, 1, 30)


def test_who_waits_is_not_overtaken(line: WaitingLine, time: FakeClock):
    for _ in "ab":
        line.enter()
    place_in(line)
    time.later(timedelta(seconds=20))
    assert place_in(line).seconds == 40


def test_the_line_ends_at_half_an_hour(line: WaitingLine):
    for _ in "ab":
        line.enter()
    assert [place_in(line) for _ in range(60)][-1].seconds == 1800
    with pytest.raises(LineFull) as full:
        line.enter()
    assert full.value.seconds == 30


@pytest.mark.parametrize("ticket", ["", "1.2.3", "9999999999999.aa.", "é", "." * 90])
def test_a_forged_ticket_lets_nobody_in(line: WaitingLine, ticket: str):
    assert not line.use(ticket)


def test_an_old_ticket_is_void(line: WaitingLine, time: FakeClock):
    for _ in "ab":
        line.enter()
    ticket = place_in(line).ticket
    time.later(timedelta(minutes=6))
    assert not line.use(ticket)


def test_a_repeated_script_takes_one_place(line: WaitingLine, repeated_scripts: None):
    for _ in "ab":
        line.enter()
    assert [place_in(line).place for _ in "ab"] == [1, 2]
