"""The time until a price can be paid."""

from random import Random

import pytest

from clients.bots.settlers.goods import CITY, LATEST, NOTHING, ROAD, SETTLEMENT, turns_until

BANK = (4,) * 6
NONE = (0.0,) * 6
EACH = (1.0, 1.0, 1.0, 1.0, 1.0, 0.0)


def test_cards_in_hand_take_no_time():
    assert turns_until(CITY, CITY, NONE, BANK) == 0


def test_the_bank_helps_with_whole_trades_only():
    assert turns_until((1, 0, 4, 0, 0, 0), ROAD, NONE, BANK) == 0
    assert turns_until((1, 0, 3, 0, 0, 0), ROAD, NONE, BANK) > 0


def test_without_an_income_one_waits_for_ever():
    assert turns_until(NOTHING, ROAD, NONE, BANK) == LATEST


def test_more_income_better_rates_and_more_cards_are_quicker():
    slow = turns_until(NOTHING, SETTLEMENT, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0), BANK)
    assert turns_until(NOTHING, SETTLEMENT, EACH, BANK) < slow
    assert turns_until(NOTHING, SETTLEMENT, (1.0, *NONE[1:]), (2,) * 6) < slow
    assert turns_until((0, 1, 1, 0, 0, 0), SETTLEMENT, (1.0, *NONE[1:]), BANK) < slow


@pytest.mark.parametrize("seed", range(40))
def test_turns_are_the_first_step_at_which_the_goods_suffice(seed: int):
    luck, step = Random(seed), LATEST / 512
    hand, price = (tuple(luck.choices(each, k=6)) for each in ((0, 0, 1, 2, 5), (0, 1, 2, 4)))
    income = tuple(luck.choice((0, 1, 2, 5, 9)) / 12 for _ in range(6))
    rates = tuple(luck.choices((2, 3, 4), k=6))
    turns = turns_until(hand, price, income, rates)
    if turns > 0.5:
        assert not suffices(turns - step, hand, price, income, rates)
    if 0 < turns < LATEST:
        assert suffices(turns, hand, price, income, rates)


def suffices(turns: float, hand, price, income, rates) -> bool:
    each = zip(hand, price, income, rates, strict=True)
    left = [(held + gain * turns - due, rate) for held, due, gain, rate in each]
    return sum(more / rate if more > 0 else more for more, rate in left) >= 0
