"""Whole games of settlers: the greedy bot wins, offers once a turn, and every turn comes to an end;
so do those of the random bot."""

from collections import Counter
from collections.abc import Iterator

import pytest

from clients.bots import bot_named
from clients.bots.bot import Bot
from clients.bots.settlers import building
from clients.bots.settlers.building import bank_trades
from clients.bots.settlers.plans import plans_of
from clients.bots.settlers.position import position_of
from clients.bots.settlers.trade import offers
from clients.bots.settlers.worth import Judge
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
    assert ruleset_named("settlers").situation(step.after).outcome.reason == "target_points"
    assert max(n for (_, kind), n in turns.items() if kind == "offer_trade") == 1
    assert max(n for turn, n in moves.items() if turn > 1) <= MOST_A_TURN


def test_a_game_of_random_bots_ends_by_points_and_no_turn_is_long():
    played = list(game(1, [RANDOM] * 3))
    moves = Counter(step.view["turn"] for step in played)
    assert ruleset_named("settlers").situation(played[-1].after).outcome.reason == "target_points"
    assert max(n for turn, n in moves.items() if turn > 1) <= MOST_A_TURN


def test_an_answer_is_given_when_it_is_asked_for():
    for step in game(3, [GREEDY] * 4):
        if step.listed[0]["type"] == "answer_trade":
            assert step.move["type"] == "answer_trade"


def refusing(view, moves, luck):
    """A person who refuses every offer, and plays like the greedy bot otherwise."""
    refusals = [move for move in moves if move["type"] == "answer_trade" and not move["accept"]]
    return refusals[0] if refusals else GREEDY(view, moves, luck)


@pytest.mark.parametrize("number", range(3))
def test_nobody_is_asked_again_for_what_it_refused_with_the_same_hand(number: int):
    """S10"""
    refused: dict[int, list[tuple]] = {seat: [] for seat in range(4)}
    asked, hands, terms = 0, None, ()
    for step in game(number, one_against(refusing, lambda: GREEDY, number)):
        if step.move["type"] == "offer_trade":
            terms, asked = (step.move["give"], step.move["get"]), asked + 1
            others = [refused[seat] for seat in range(4) if seat != step.seat]
            assert all(terms not in other for other in others)
        if step.move["type"] == "answer_trade" and not step.move["accept"]:
            refused[step.seat].append(terms)
        for seat, hand in enumerate(step.after.cards.hands):
            if hands is not None and hands[seat] != hand:
                refused[seat].clear()
        hands = step.after.cards.hands
    assert asked


def judges() -> Iterator[Judge]:
    """The judges of all positions of a game in which a bot may trade."""
    for step in game(4, [GREEDY] * 4):
        if any(move["type"] == "offer_trade" for move in step.listed):
            position = position_of(step.view)
            yield Judge(position, plans_of(position))


def test_an_offer_that_helps_several_aims_is_weighed_once():
    weighed = [[move for _, move in offers(judge)] for judge in judges()]
    assert max(map(len, weighed)) > 1
    for moves in weighed:
        assert all(moves.count(move) == 1 for move in moves)


def test_trades_with_the_bank_are_sought_once_for_aims_of_one_price(monkeypatch):
    asked = []
    trades = building.with_the_bank
    monkeypatch.setattr(building, "with_the_bank", lambda *a: (asked.append(a[1]), trades(*a))[1])
    for judge in judges():
        asked.clear()
        list(bank_trades(judge))
        assert len(asked) == len({plan.price for plan in judge.plans})


def test_equal_luck_gives_equal_games():
    one, other = ([step.move for step in game(5, [GREEDY] * 3)] for _ in range(2))
    assert one == other
