"""Auctions: bids, losses for want of payment, and seats that leave meanwhile: G14, G16, G17."""

import pytest

from domain.alexander_the_great.legal import legal_moves
from domain.alexander_the_great.moves import MOST_BID, Bid, Pass
from domain.alexander_the_great.state import Occasion, Phase
from domain.settlers.cards import Counts
from domain.settlers.moves import Resign
from tests.domain.alexander_the_great.given import (
    BATTLE,
    BRIDGE,
    FOUNDING,
    HUNGER,
    POOR,
    RICH,
    STATUE,
    at_auction,
    begun,
    bids,
    given,
    paid,
    rich,
    to_pay,
    with_cards,
    with_hands,
    with_knights,
)
from tests.domain.alexander_the_great.newest import RULESET

# Bidding


def test_the_seat_on_turn_opens_and_the_bids_go_clockwise():
    """G14"""
    state, order = rich(HUNGER, seat=2), []
    for bid in (1, 2, 3, 4, 5):
        order.append(state.journey.auction.seat)
        state = bids(state, bid)
    assert order == [2, 3, 0, 1, 2]


def test_a_bid_is_higher_than_the_last_and_the_first_is_one_or_more():
    """G14"""
    state = rich(HUNGER)
    assert legal_moves(state, 0, 99).moves[0] == Bid(1)
    state = bids(state, 3)
    given(state).when(Bid(3)).then_refused("bid_too_low", "G14")
    assert bids(state, 4).journey.auction.high == (1, 4)


def test_only_the_bidding_seat_can_bid_or_pass():
    """G14"""
    state = bids(rich(HUNGER), 1)
    given(state).when(Bid(2), seat=0).then_refused("not_your_turn", "G14")
    given(state).when(Pass(), seat=2).then_refused("not_your_turn", "G14")


def test_a_pass_is_final_and_the_last_one_left_wins():
    """G14"""
    state = bids(rich(HUNGER), 1, None, 2, None, 3)
    assert state.journey.auction.bidding == (2, 0)
    state = bids(state, None)
    assert (state.phase, state.journey.auction.winner) == (Phase.PAY, 0)


def test_the_last_one_left_may_still_open_or_pass():
    """G14, G17"""
    state = bids(rich(HUNGER), None, None, None)
    assert (state.phase, state.journey.auction.seat) == (Phase.BID, 3)
    assert bids(state, 1).journey.auction.winner == 3
    assert bids(state, None).journey.auction is None


@pytest.mark.parametrize(
    ("occasion", "most"),
    [(FOUNDING, 24), (HUNGER, 16), (BRIDGE, 16), (BATTLE, 16), (STATUE, 16)],
)
def test_a_bid_is_capped_by_the_seats_means(occasion: Occasion, most: int):
    """G15, G16"""
    state = rich(occasion)
    given(state).when(Bid(most + 1)).then_refused("bid_too_high", "G16")
    assert bids(state, most).journey.auction.high == (0, most)
    assert [m.bid for m in legal_moves(state, 0, 99).moves if isinstance(m, Bid)] == list(
        range(1, most + 1)
    )


def test_knights_that_lie_face_up_are_worth_three_in_a_battle_alone():
    """G15"""
    knights = (2, 0, 0, 0)
    given(with_knights(rich(STATUE), *knights)).when(Bid(17)).then_refused("bid_too_high")
    battle = with_knights(rich(BATTLE), *knights)
    assert bids(battle, 22).journey.auction.bid == 22
    given(battle).when(Bid(23)).then_refused("bid_too_high")


def test_a_seat_with_nothing_can_only_pass():
    """G16"""
    state = with_hands(rich(HUNGER), POOR)
    assert given(state).legal() == [Pass(), Resign()]


# Overbidding as a penalty


def overbid(hand: Counts, seat: int = 0, bid: int = 9):
    """The winner of an auction for a statue cannot pay what it has bid."""
    state = with_hands(begun(overbidding="penalty"), RICH, RICH, RICH, RICH)
    hands = tuple(hand if n == seat else RICH for n in range(4))
    state = at_auction(with_hands(state, *hands), STATUE)
    rest = (None,) * 3
    return bids(state, *((None,) * seat), bid, *rest[seat:])


def test_with_the_penalty_one_may_bid_more_than_one_can_pay():
    """G16"""
    state = overbid((1, 2, 2, 0, 0, 3))
    assert (state.phase, state.journey.auction.winner) == (Phase.PAY, 0)


def test_a_listed_bid_is_marked_as_payable_or_not():
    """G16"""
    state = with_hands(begun(overbidding="penalty"), (0, 0, 0, 0, 0, 2), POOR, POOR, POOR)
    state = at_auction(state, STATUE)
    (one, two, *_) = RULESET.wire.move_facts(state, 0, legal_moves(state, 0, 9).moves)
    assert (one["affordable"], two["affordable"]) == (True, True)
    state = bids(state, 2)
    (three, *_) = RULESET.wire.move_facts(state, 1, legal_moves(state, 1, 9).moves)
    assert three == {"notation": "bid 3", "affordable": False, "may_be": 120}


@pytest.mark.parametrize(("overbidding", "complete"), [("penalty", False), ("capped", True)])
def test_a_list_that_leaves_out_bids_says_so(overbidding: str, complete: bool):
    """G16: beyond one's means the list stands for a range."""
    state = at_auction(with_hands(begun(overbidding=overbidding), RICH, RICH, RICH, RICH), STATUE)
    listed = legal_moves(state, 0, 2_000)
    assert listed.complete is complete
    assert len(listed.moves) < MOST_BID


def test_a_winner_unable_to_pay_loses_half_of_its_resource_cards_of_its_choice():
    """G16"""
    state = overbid((1, 2, 2, 0, 0, 3))
    given(state).when(paid({"brick": 1})).then_refused("wrong_forfeit", "G16")
    given(state).when(paid({"brick": 1, "gold": 1})).then_refused("wrong_forfeit", "G16")
    given(state).when(paid({"brick": 2})).then_refused("not_in_hand", "G15")
    after = given(state).when(paid({"wool": 1, "brick": 1})).state
    assert after.base.cards.hands[0] == (0, 2, 1, 0, 0, 3)
    (listed, _) = legal_moves(state, 0, 9).moves
    assert listed == paid({"lumber": 1, "wool": 1})


def test_the_auction_restarts_without_the_seat_that_could_not_pay():
    """G16"""
    state = given(overbid((1, 2, 2, 0, 0, 3))).when(paid({"wool": 2})).state
    auction = state.journey.auction
    assert (state.phase, auction.bidding, auction.bids) == (Phase.BID, (1, 2, 3), ())
    assert bids(state, 1, None, None).journey.auction.winner == 1


def test_when_nobody_left_can_pay_the_chip_leaves_the_game():
    """G16, G17"""
    state = with_hands(begun(3, overbidding="penalty"), POOR, POOR, POOR)
    state = at_auction(state, STATUE)
    for _ in range(3):
        first = state.journey.auction.seat
        state = bids(state, 5, *(None,) * (len(state.journey.auction.bidding) - 1))
        state = given(state).when(paid({}), seat=first).state
    assert (state.journey.auction, state.journey.removed) == (None, 1)
    assert state.phase is Phase.PLAY


def test_a_winner_able_to_pay_must_pay():
    """G16"""
    state = overbid((4, 4, 4, 4, 4, 8), bid=5)
    given(state).when(paid({"wool": 10})).then_refused("not_of_use", "G15")


# Leaving


def test_a_seat_that_leaves_passes_permanently():
    state = given(bids(rich(HUNGER), 1)).when(Resign(), seat=2).state
    assert state.journey.auction.bidding == (1, 3, 0)
    state = given(state).when(Resign()).state
    assert (state.journey.auction.seat, state.phase) == (3, Phase.BID)
    assert bids(state, None).journey.auction.winner == 0


def test_the_last_bidder_is_left_alone_by_a_leaving_and_pays():
    state = given(bids(rich(HUNGER, seats=3), 1, None)).when(Resign()).state
    assert (state.phase, state.journey.auction.winner) == (Phase.PAY, 0)


def test_when_the_highest_bidder_leaves_the_others_bid_again():
    state = given(bids(rich(HUNGER), 1, 2, None)).when(Resign(), seat=1).state
    auction = state.journey.auction
    assert (auction.bids, auction.high, auction.bidding) == ((), None, (0, 2, 3))


def test_when_the_winner_leaves_without_paying_the_others_bid_again():
    state = given(bids(rich(HUNGER), None, None, 7, None)).when(Resign()).state
    assert (state.phase, state.journey.auction.bidding) == (Phase.BID, (0, 1, 3))


def test_when_the_seat_on_turn_leaves_the_auction_goes_on_before_the_next_roll():
    state = given(bids(rich(HUNGER), 1, 2)).when(Resign(), seat=0).state
    assert (state.phase, state.base.turn.seat) == (Phase.BID, 1)
    assert state.journey.auction.bidding == (2, 3, 1)
    state = given(bids(state, None, None)).when(paid({"gold": 2})).state
    assert (state.phase, state.chips(1)) == (Phase.ROLL, 1)


def test_when_the_only_seat_left_in_an_auction_leaves_nobody_has_won():
    state = given(bids(rich(STATUE), None, None, None)).when(Resign()).state
    assert (state.journey.auction, state.journey.removed, state.phase) == (None, 1, Phase.PLAY)


def test_a_seat_that_reached_the_points_in_anothers_turn_wins_in_its_own():
    """G25"""
    state = with_hands(to_pay(begun(target_points=5), FOUNDING, 1, seat=1), RICH, RICH)
    state = with_cards(state, developments=((0,) * 6, (0, 4, 0, 0, 0, 0), (0,) * 6, (0,) * 6))
    state = given(state).when(paid({"gold": 1})).state
    assert (state.base.standing.result, state.phase) == (None, Phase.PLAY)


def test_no_more_can_be_bid_than_a_bid_can_say():
    """G16, with penalty."""
    state = given(at_auction(begun(overbidding="penalty"), STATUE)).when(Bid(MOST_BID)).state
    assert [type(move) for move in legal_moves(state, 1, 100).moves] == [Pass, Resign]
