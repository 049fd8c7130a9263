"""The time until a price can be paid."""

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
