"""The greedy bot of the scenario bids, pays and chooses with sense, in positions built by hand."""

from functools import partial

import pytest
from msgspec.structs import replace

from clients.bots.alexander_the_great.advisors import chip_gain, expected
from clients.bots.alexander_the_great.greedy import choose
from clients.bots.alexander_the_great.journey import position_in
from domain.alexander_the_great.state import Advisor, Occasion, State
from domain.kernel.rulesets import ruleset_named
from tests.clients.bots.settlers.table import choice, position_seen
from tests.domain.alexander_the_great.given import (
    at_auction,
    at_play,
    begun,
    built,
    passed,
    to_pay,
    with_base,
    with_cards,
    with_hands,
    with_journey,
    with_knights,
    with_turn,
)

RULES = ruleset_named("alexander_the_great")
POOR, RICH = (0, 0, 0, 0, 0, 0), (2, 2, 2, 2, 2, 8)


seen = partial(position_seen, "alexander_the_great", seat=0)
chosen = partial(choice, "alexander_the_great", choose, seat=0)


def chips(*numbers: int) -> tuple[tuple[int, int, int, int], ...]:
    return tuple((n, 0, 0, 0) for n in numbers)


def test_alexander_marches():
    assert chosen(begun()) == {"type": "march"}


def holding(state: State, *cards: int) -> State:
    """The same with development cards of seat 0 by kind."""
    own = (*cards, *(0,) * (5 - len(cards)))
    state = with_cards(state, developments=(own, *((0,) * 5,) * 3))
    return with_turn(built(state, 0, 150), dice=(1, 2))


def test_a_knight_that_brings_the_army_is_played_before_the_march():
    """S5"""
    state = with_knights(holding(begun(), 1), 2, 0, 0, 0)
    assert chosen(state)["type"] == "play_knight"
    assert chosen(with_turn(state, has_played_card=True)) == {"type": "march"}


def test_a_card_that_helps_nothing_is_kept_and_alexander_marches():
    state = with_hands(holding(begun(), 0, 0, 0, 0, 1), RICH, POOR, POOR, POOR)
    assert chosen(state) == {"type": "march"}


@pytest.mark.parametrize("occasion", Occasion)
def test_it_opens_with_the_least_bid(occasion: Occasion):
    assert chosen(with_hands(at_auction(begun(), occasion), RICH)) == {"type": "bid", "bid": 1}


@pytest.mark.parametrize("occasion", Occasion)
def test_it_passes_with_nothing_to_pay_with(occasion: Occasion):
    assert chosen(with_hands(at_auction(begun(), occasion), POOR)) == {"type": "pass"}


def test_it_never_bids_more_than_it_can_pay_even_if_allowed():
    state = with_hands(at_auction(begun(overbidding="penalty"), Occasion.STATUE), POOR)
    assert chosen(state) == {"type": "pass"}


def test_it_does_not_outbid_for_a_chip_that_costs_more_than_it_brings():
    state = with_hands(at_auction(begun(), Occasion.STATUE), RICH)
    high = replace(state.journey.auction, bids=((3, 10),), high=(3, 10))
    assert chosen(with_journey(state, auction=high)) == {"type": "pass"}


def test_it_bids_for_no_temple_without_a_settlement_to_place():
    state = built(begun(), 0, 0, 4, 6, 8, 10)
    assert chosen(with_hands(at_auction(state, Occasion.FOUNDING), RICH)) == {"type": "pass"}


def test_it_pays_with_the_cards_it_needs_least():
    state = built(to_pay(begun(), Occasion.HUNGER, 2), 0, 30)
    paid = chosen(with_hands(state, (0, 0, 5, 2, 3, 0)))
    assert paid == {"type": "pay", "cards": {"wool": 2}, "knights": 0}


def test_it_spends_a_knight_before_the_cards_of_a_city():
    state = built(with_knights(to_pay(begun(), Occasion.BATTLE, 3), 1, 0, 0, 0), 0, 30)
    assert chosen(with_hands(state, (0, 0, 0, 2, 3, 0)))["knights"] == 1


def test_it_keeps_the_knights_of_its_army_while_cards_will_do():
    state = with_knights(to_pay(begun(), Occasion.BATTLE, 3), 3, 0, 0, 0)
    holding = with_base(state, standing=replace(state.base.standing, largest_army=0))
    assert chosen(with_hands(holding, (0, 0, 6, 0, 0, 4)))["knights"] == 0


def test_it_takes_the_better_of_two_advisors():
    held = (None, Advisor.SECOND, Advisor.FIRST, None)
    state = with_journey(at_play(begun()), chooser=0, advisors=held, won=chips(4, 3, 3, 0))
    assert chosen(state) == {"type": "choose_advisor", "from": 2}


def test_a_third_chip_is_worth_more_than_a_first_and_the_more_the_fewer_are_ahead():
    late = chip_gain((2, 2, 0, 0), 0, (1,), 1)
    assert late > chip_gain((0, 2, 0, 0), 0, (1,), 1)
    assert late > chip_gain((2, 2, 0, 0), 0, (1,), 20)


def test_the_leader_in_chips_expects_the_most_points():
    points = [expected((6, 4, 2, 0), seat, 5) for seat in range(4)]
    assert points == sorted(points, reverse=True)
    assert points[0] > 3
    assert points[3] < 1


def test_where_alexander_has_yet_to_pass_nobody_settles():
    state = at_play(begun())
    barred = position_in(seen(state)).barred
    assert {crossing.corner for crossing in state.table.board.route} <= barred
    assert position_in(seen(passed(state, 3))).barred < barred


def test_gold_is_worth_less_the_fewer_auctions_there_are_to_come():
    state = at_play(begun())
    worths = [
        position_in(seen(passed(state, place))).gold_worth
        for place in (0, 35, len(state.table.board.route) - 1)
    ]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > worths[1] > worths[2] == 0
