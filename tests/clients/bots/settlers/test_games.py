"""Whole games of settlers: the greedy bot wins, offers once a turn, and every turn comes to an end;
so do those of the random bot."""

from collections import Counter

import pytest

from clients.bots import bot_named
from clients.bots.bot import Bot
from domain.kernel.rulesets import ruleset_named
from tests.clients.bots.settlers.table import one_against, result, steps

GREEDY, RANDOM = bot_named("settlers", "greedy"), bot_named("settlers", "random")
MOST_A_TURN = 40


def game(number: int, bots: list[Bot]):
    return steps("settlers", number, bots, "standard")


@pytest.mark.parametrize("seat", range(4))
def test_greedy_beats_three_random_ones_from_every_seat(seat: int):
    bots = one_against(GREEDY, lambda: RANDOM, seat)
    assert result("settlers", game(40 + seat, bots)).winners == (seat,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_greedy_bots_ends_by_points_and_no_turn_is_long(seats: int):
    turns: Counter[tuple[int, str]] = Counter()
    moves: Counter[int] = Counter()
    for step in game(seats, [GREEDY] * seats):
        turns[step.view["turn"], step.move["type"]] += 1
        moves[step.view["turn"]] += 1
    assert ruleset_named("settlers").outcome(step.after).reason == "target_points"
    assert max(n for (_, kind), n in turns.items() if kind == "offer_trade") == 1
    assert max(n for turn, n in moves.items() if turn > 1) <= MOST_A_TURN


def test_a_game_of_random_bots_ends_by_points_and_no_turn_is_long():
    played = list(game(1, [RANDOM] * 3))
    moves = Counter(step.view["turn"] for step in played)
    assert ruleset_named("settlers").outcome(played[-1].after).reason == "target_points"
    assert max(n for turn, n in moves.items() if turn > 1) <= MOST_A_TURN


def test_an_answer_is_given_when_it_is_asked_for():
    for step in game(3, [GREEDY] * 4):
        if step.listed[0]["type"] == "answer_trade":
            assert step.move["type"] == "answer_trade"


def test_equal_luck_gives_equal_games():
    one, other = ([step.move for step in game(5, [GREEDY] * 3)] for _ in range(2))
    assert one == other
