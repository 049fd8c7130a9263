"""People have time to answer a bot's offer, but not for ever."""

from datetime import UTC, datetime, timedelta

import pytest

from clients.bots.patience import awaits_answers

MADE = datetime(2026, 1, 1, tzinfo=UTC)
WITHDRAW, END = {"type": "withdraw_trade"}, {"type": "end_turn"}
CLOSE = {"type": "close_trade", "seat": 1}


def awaits(*moves: dict, seconds: float = 1, to_act: tuple[int, ...] = (0, 2)) -> bool:
    view = {"to_act": to_act, "updated_at": "2026-01-01T00:00:00Z"}
    return awaits_answers(view, list(moves), MADE + timedelta(seconds=seconds))


def test_an_offer_just_made_waits_for_its_answers():
    assert awaits(WITHDRAW, END)


def test_it_waits_no_longer_once_somebody_accepts():
    assert not awaits(WITHDRAW, CLOSE, END)


def test_it_waits_no_longer_once_all_have_answered():
    assert not awaits(WITHDRAW, END, to_act=(0,))


@pytest.mark.parametrize("seconds", [60, -60])
def test_it_does_not_wait_for_ever_nor_by_a_wrong_clock(seconds: float):
    assert not awaits(WITHDRAW, END, seconds=seconds)


def test_a_bot_without_an_offer_waits_for_nothing():
    assert not awaits({"type": "answer_trade", "accept": False})
