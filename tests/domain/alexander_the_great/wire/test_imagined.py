"""Positions of the scenario as a viewer imagines them: bids can be paid."""

import pytest

from domain.alexander_the_great import auctions
from domain.alexander_the_great.decide_auction import is_forfeit
from domain.alexander_the_great.state import Occasion, State
from domain.record.chance import Chance
from domain.settlers.moves import Resign
from tests.domain.alexander_the_great.given import (
    POOR,
    begun,
    bids,
    given,
    rich,
    to_pay,
    with_hands,
    with_knights,
)
from tests.domain.alexander_the_great.invariants import assert_sound
from tests.domain.alexander_the_great.newest import RULESET
from tests.domain.alexander_the_great.random_games import random_game

VIEWERS = (None, 0, 1, 2, 3)


def imagined(state: State, viewer: int | None, number: int = 0) -> State:
    return RULESET.imagined(state, viewer, Chance(number.to_bytes(32, "big")))


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("gold", [8, 0])
def test_a_capped_bidder_is_imagined_able_to_pay(number: int, gold: int):
    """G16"""
    looked_at = 0
    for place, (state, *_) in enumerate(random_game(number, starting_gold=gold)):
        auction = state.journey.auction
        if auction is None or auction.high is None:
            continue
        found = imagined(state, VIEWERS[place % 5], place)
        assert_sound(found)
        for seat, bid in auction.bids:
            assert auctions.worth(found, auction, seat) >= (bid or 0)
            looked_at += 1
    assert looked_at > 50


BIDDING = with_hands(begun(), (4, 4, 4, 4, 4, 2), (0, 0, 1, 0, 3, 1), (5, 5, 5, 5, 5, 2))


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_knights_and_gold_count_for_a_bid_before_cards(viewer: int | None):
    """G15, G16: of a bid of eight a knight and a gold leave four, all in ore and wool."""
    state = to_pay(with_knights(BIDDING, 0, 1, 0, 0), Occasion.BATTLE, bid=8, seat=1)
    hands = {imagined(state, viewer, number).base.cards.hands[1] for number in range(40)}
    assert {hand[2] + hand[4] for hand in hands} == {4}
    assert {hand[5] for hand in hands} == {1}
    assert len(hands) > 2


def test_an_uncapped_bidder_is_imagined_with_any_cards():
    """G16"""
    state = begun(overbidding="penalty", starting_gold=0)
    state = with_hands(state, (0, 0, 9, 0, 0, 0), (3, 0, 0, 0, 3, 0))
    state = to_pay(state, Occasion.STATUE, bid=6, seat=1)
    assert not is_forfeit(state)
    assert any(is_forfeit(imagined(state, 0, number)) for number in range(20))


def test_a_bidder_who_has_left_is_imagined_without_cards():
    """G16: its bid was not the highest, so the auction goes on without it."""
    state = bids(rich(Occasion.HUNGER), 3, 4)
    left = given(state).when(Resign(), seat=0).state
    assert left.journey.auction is not None
    assert imagined(left, 2).base.cards.hands[0] == POOR
