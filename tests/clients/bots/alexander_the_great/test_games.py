"""Whole games of the scenario: the greedy bot wins, and every turn comes to an end."""

from collections import Counter
from typing import Any

import pytest

from clients.bots import bot_named
from clients.bots.bot import Bot
from domain.kernel.rulesets import ruleset_named
from tests.clients.bots.settlers.table import one_against, result, steps

ID = "alexander_the_great"
GREEDY, RANDOM = bot_named(ID, "greedy"), bot_named(ID, "random")
MOST_A_TURN = 60


def game(number: int, bots: list[Bot], **options: Any):
    return steps(ID, number, bots, "campaign", **options)


@pytest.mark.parametrize("seat", range(4))
def test_greedy_beats_three_random_ones_from_every_seat(seat: int):
    bots = one_against(GREEDY, lambda: RANDOM, seat)
    assert result(ID, game(60 + seat, bots)).winners == (seat,)


@pytest.mark.parametrize("options", [{}, {"starting_gold": 0}, {"overbidding": "penalty"}])
@pytest.mark.parametrize("seats", [3, 4])
def test_a_game_of_greedy_bots_ends_and_no_turn_is_long(seats: int, options: dict):
    kinds: Counter[str] = Counter()
    moves: Counter[int] = Counter()
    for step in game(seats, [GREEDY] * seats, **options):
        kinds[step.move["type"]] += 1
        moves[step.view["turn"]] += 1
    assert ruleset_named(ID).situation(step.after).outcome.reason in ("persepolis", "target_points")
    assert max(moves.values()) <= MOST_A_TURN
    assert kinds["bid"] > kinds["pay"] > 0


def test_greedy_bots_can_always_pay_their_bids():
    for step in game(9, [GREEDY] * 4, overbidding="penalty"):
        assert step.after.journey.auction is None or step.move["type"] != "pay"


def test_a_game_of_random_bots_ends():
    assert result(ID, game(1, [RANDOM] * 3)).reason in ("persepolis", "target_points")
