"""Rates: windows that open with the first request, for accounts and for addresses."""

import pytest

from service.people.rates import SWEEP, RateExceeded, Rates


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def wait_of(rates: Rates, account: str = "ada", address: str = "192.0.2.1") -> int:
    """Return the seconds to wait, 0 for a request that is let through."""
    try:
        rates.hit(account, address)
    except RateExceeded as error:
        return error.retry_after
    return 0


def test_a_window_opens_with_its_first_request_and_lets_nothing_more_in_until_it_closes(clock):
    rates = Rates("2 per minute", clock)
    assert [wait_of(rates), wait_of(rates)] == [0, 0]
    clock.now += 20
    assert wait_of(rates) == 40
    clock.now += 39.5
    assert wait_of(rates) == 1
    clock.now += 0.5
    assert wait_of(rates) == 0


def test_of_several_limits_the_shortest_is_counted_first(clock):
    rates = Rates("5 per minute; 2 per second", clock)
    assert [wait_of(rates) for _ in range(3)] == [0, 0, 1]
    clock.now += 1
    assert [wait_of(rates) for _ in range(3)] == [0, 0, 1]
    clock.now += 1
    assert [wait_of(rates) for _ in range(2)] == [0, 58]


def test_an_address_has_the_share_of_four_accounts(clock):
    rates = Rates("1 per minute", clock)
    assert [wait_of(rates, str(number)) for number in range(5)] == [0] * 4 + [60]
    assert wait_of(rates, "5", "192.0.2.2") == 0


def test_requests_refused_to_an_account_count_for_its_address(clock):
    rates = Rates("1 per minute", clock)
    assert [wait_of(rates) for _ in range(4)] == [0, 60, 60, 60]
    assert wait_of(rates, "bob") == 60


def test_accounts_whose_time_is_over_are_forgotten(clock):
    rates = Rates("1 per second", clock)
    for number in range(3 * SWEEP):
        clock.now += 1
        wait_of(rates, f"account {number}", f"address {number}")
    kept = [window._counted for pair in rates._windows for window in pair]
    assert all(len(counted) <= SWEEP for counted in kept)
