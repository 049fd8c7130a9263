"""Standing orders in the scenario: bids by proxy, payments by preference and forced passes."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from domain.alexander_the_great.moves import Bid, March, Pass, Pay
from domain.alexander_the_great.orders import ORDERS, answer, occasion
from domain.alexander_the_great.state import Phase, State
from domain.errors import Malformed, UnknownName
from domain.kernel.order_contract import Book, Standing
from domain.settlers import state as base_state
from tests.domain.alexander_the_great.given import (
    BATTLE,
    FOUNDING,
    HUNGER,
    RICH,
    at_auction,
    begun,
    bids,
    given,
    rich,
    to_pay,
    with_hands,
    with_knights,
    with_turn,
)

KNIGHT = (1, 0, 0, 0, 0)
RICHEST = (15, 15, 15, 15, 15, 15)


def book(state: State, *orders: tuple[int, str, dict[str, Any]]) -> Book:
    """Orders of seats, each with its code and values, as given one after the other."""
    read = [(seat, ORDERS.read(code, values)) for seat, code, values in orders]
    return tuple(
        Standing(seat, order, occasion(state, seat, order) or "", rank)
        for rank, (seat, order) in enumerate(read)
    )


def limits(state: State, *most: int | None) -> Book:
    """A limit in the auction under way for each seat in turn; None for none, 0 for a pass."""
    given_ = [
        (seat, "bid_up_to", {"most": n}) if n else (seat, "pass_auction", {})
        for seat, n in enumerate(most)
        if n is not None
    ]
    return book(state, *given_)


def settled(state: State, orders: Book) -> tuple[State, list[str]]:
    """The position once nobody has an order to follow, and the bids on the way."""
    told = []
    while state.phase is Phase.BID:
        seat = state.journey.auction.seat
        found = answer(state, seat, orders)
        if found is None:
            break
        told.append(f"{seat} {getattr(found.move, 'bid', 'passes')}")
        state = given(state).when(found.move).state
    return state, told


def auction_of_four() -> State:
    return at_auction(with_hands(begun(4), *[RICHEST] * 4), HUNGER)


# Bids by proxy


def test_two_limits_are_settled_at_the_least_bid_that_wins():
    """G14: nobody can bid more than the second limit."""
    state = bids(auction_of_four(), None, None)
    after, told = settled(state, limits(state, None, None, 9, 5))
    assert after.journey.auction.winner == 2
    assert told == ["2 5", "3 passes"]


def test_a_bid_that_stands_at_the_second_limit_is_outbid_by_one():
    state = bids(auction_of_four(), None, None, 5)
    assert settled(state, limits(state, 0, 0, 5, 9))[1] == ["3 6", "2 passes"]


def test_the_second_highest_may_be_on_turn_first():
    state = bids(auction_of_four(), None, None)
    after, told = settled(state, limits(state, None, None, 5, 9))
    assert (after.journey.auction.winner, after.journey.auction.bid) == (3, 5)
    assert told == ["2 1", "3 5", "2 passes"]


def test_of_equal_limits_the_first_given_wins_at_that_limit():
    state = bids(auction_of_four(), None, None)
    for first, second in ((2, 3), (3, 2)):
        orders = book(state, (first, "bid_up_to", {"most": 7}), (second, "bid_up_to", {"most": 7}))
        after, _ = settled(state, orders)
        assert (after.journey.auction.winner, after.journey.auction.bid) == (first, 7)


def test_a_limit_alone_against_passes_bids_the_least():
    state = auction_of_four()
    after, told = settled(state, limits(state, 0, 8, 0, 0))
    assert told == ["0 passes", "1 1", "2 passes", "3 passes"]
    assert (after.phase, after.journey.auction.bid) == (Phase.PAY, 1)


def test_while_somebody_bids_by_hand_proxies_bid_the_least_step():
    """A limit must not draw out a high bid of another and be withdrawn afterwards."""
    state = auction_of_four()
    after, told = settled(state, limits(state, 9, 6, None, 0))
    assert told == ["0 1", "1 2"]
    assert after.journey.auction.seat == 2


def test_a_limit_never_goes_beyond_what_the_seat_can_pay():
    state = at_auction(with_hands(begun(4), (0, 0, 2, 1, 5, 1), RICH, RICH, RICH), HUNGER)
    state = bids(state, 3, None, None, 4)
    assert state.journey.auction.seat == 0
    assert settled(state, limits(state, 20))[1] == ["0 passes"]


def test_no_order_leaves_the_bid_to_the_seat():
    state = auction_of_four()
    assert answer(state, 0, limits(state, None, 5, 5, 5)) is None


@settings(max_examples=150, deadline=None)
@hypothesis_given(
    st.lists(st.integers(0, 12), min_size=4, max_size=4),
    st.permutations(range(4)),
    st.integers(0, 3),
)
def test_proxies_find_the_winner_and_price_of_a_sealed_second_price_auction(most, order, opener):
    """The rules a second time: the highest limit wins, the first given among equals, at the second
    highest, or one more where another has bid that already."""
    state = at_auction(with_hands(begun(4), *[RICHEST] * 4), HUNGER, seat=opener)
    orders = book(
        state,
        *(
            (seat, "bid_up_to", {"most": most[seat]}) if most[seat] else (seat, "pass_auction", {})
            for seat in order
        ),
    )
    after, told = settled(state, orders)
    ranked = sorted(range(4), key=lambda seat: (-most[seat], order.index(seat)))
    if not most[ranked[0]]:
        assert after.journey.auction is None
        return
    auction, second = after.journey.auction, most[ranked[1]]
    others = max((bid or 0 for seat, bid in auction.bids if seat != ranked[0]), default=0)
    assert (auction.winner, auction.bid) == (ranked[0], max(second, others + 1))
    assert len(told) <= 8, "settled in two rounds at most"


def test_a_limit_by_event_holds_for_that_event_alone():
    state = auction_of_four()
    orders = book(state, (0, "bid_on", {"most": {"hunger": 3}}), (1, "bid_on", {"most": {}}))
    assert answer(state, 0, orders).move == Bid(1)
    assert answer(bids(state, 1), 1, orders) is None
    battle = at_auction(with_hands(begun(4), *[RICHEST] * 4), BATTLE)
    assert answer(battle, 0, orders) is None


def test_a_limit_of_nothing_for_an_event_passes():
    state = auction_of_four()
    assert answer(state, 0, book(state, (0, "bid_on", {"most": {"hunger": 0}}))).move == Pass()


def test_orders_for_one_auction_come_before_those_for_all():
    state = auction_of_four()
    both = book(state, (0, "bid_on", {"most": {"hunger": 5}}), (0, "pass_auction", {}))
    assert answer(state, 0, both).move == Pass()
    assert answer(state, 0, both).code == "pass_auction"


def test_a_seat_passes_once_the_next_bid_is_above_its_limit():
    """With any hand: a pass at once would reveal what it can pay."""
    for hand in ((0, 0, 1, 0, 0, 0), RICH):
        state = at_auction(with_hands(begun(4, starting_gold=0), hand, RICH, RICH, RICH), HUNGER)
        order = book(state, (0, "pass_above", {"most": {"hunger": 2}}))
        assert settled(state, order)[1] == []
        again = bids(state, 1, None, 2, None)
        assert settled(again, order)[1] == ["0 passes"]
        assert settled(at_auction(state, BATTLE), order)[1] == []


def test_a_newer_order_replaces_an_older_one_for_the_same_auction():
    state = auction_of_four()
    bid, pass_ = ORDERS.read("bid_up_to", {"most": 8}), ORDERS.read("pass_auction", {})
    assert pass_.rest_after(bid) is bid.rest_after(pass_) is None
    limit, wait = ORDERS.read("bid_on", {"most": {"hunger": 0, "battle": 3}}), {"hunger": 5}
    newer = ORDERS.read("pass_above", {"most": wait})
    assert limit.rest_after(newer) == ORDERS.read("bid_on", {"most": {"battle": 3}})
    assert ORDERS.read("bid_on", {"most": wait}).rest_after(newer) is None
    assert newer.rest_after(ORDERS.read("move_on", {})) is newer
    assert answer(state, 0, book(state, (0, "pass_above", {"most": wait}))) is None


def test_the_limit_of_an_order_asleep_draws_out_no_bid():
    state = bids(auction_of_four(), None, None)
    awake = limits(state, None, None, 9, 5)
    drowsy = tuple(replace(each, asleep=each.seat == 3) for each in awake)
    assert settled(state, drowsy)[1] == ["2 1"]


# Occasions


def test_an_order_for_an_auction_needs_one_and_ends_with_it():
    state = begun(4)
    order = ORDERS.read("bid_up_to", {"most": 3})
    assert occasion(state, 0, order) is None
    first = rich(HUNGER)
    assert occasion(first, 0, order) != occasion(rich(FOUNDING), 0, order)


def test_other_orders_last_for_the_game():
    assert occasion(begun(4), 0, ORDERS.read("pass_above", {"most": {}})) == "game"


# Payments


def pay_by(state: State, *first: str, knights: bool = False) -> Pay[Any]:
    orders = book(state, (0, "pay_by", {"first": list(first), "knights": knights}))
    found = answer(state, 0, orders)
    given(state).when(found.move).then("auction_paid")
    return found.move


def test_a_payment_takes_the_preferred_goods_first():
    state = to_pay(with_hands(begun(4), RICH), HUNGER, 6)
    assert pay_by(state, "gold", "wool") == Pay({"gold": 6})
    assert pay_by(state, "wool") == Pay({"wool": 4, "grain": 2})
    assert pay_by(state) == Pay({"wool": 4, "grain": 2})


@pytest.mark.parametrize(
    ("knights", "due"),
    [(True, Pay({}, 2)), (False, Pay({"wool": 4, "ore": 1}))],
)
def test_knights_go_first_or_stay(knights, due):
    state = with_knights(to_pay(with_hands(begun(4), RICH), BATTLE, 5), 2, 0, 0, 0)
    assert pay_by(state, "wool", knights=knights) == due


def test_knights_go_where_goods_are_not_enough():
    state = with_knights(to_pay(with_hands(begun(4), (0, 0, 1, 0, 1, 0)), BATTLE, 5), 2, 0, 0, 0)
    assert pay_by(state).knights == 1


def test_a_forfeit_takes_resource_cards_alone():
    hand = (3, 1, 0, 0, 0, 4)
    state = to_pay(with_hands(begun(4, overbidding="penalty"), hand), HUNGER, 30)
    found = answer(state, 0, book(state, (0, "pay_by", {"first": ["gold", "lumber"]})))
    given(state).when(found.move).then("bid_forfeited")
    assert found.move == Pay({"brick": 1, "lumber": 1})


# Moving on


def move_on(state: State, seat: int = 0, **values: Any) -> Any:
    found = answer(state, seat, book(state, (seat, "move_on", values)))
    return found and found.move


def holding_a_card(state: State) -> State:
    base = state.base
    cards = (KNIGHT, *base.cards.developments[1:])
    return msgspec.structs.replace(state, base=base_state.with_cards(base, developments=cards))


def test_alexander_marches_unless_a_development_card_might_be_played():
    """S5: only the number of cards is public."""
    state = begun(4)
    assert state.phase is Phase.MARCH
    assert move_on(state) == March()
    assert move_on(holding_a_card(state)) is None
    assert move_on(holding_a_card(state), keeping_cards=True) == March()


def test_a_payment_is_left_to_its_player():
    """G15: one made at once would reveal a hand of one good."""
    hands = with_hands(begun(4), (0, 0, 3, 0, 0, 0))
    assert move_on(to_pay(hands, HUNGER, 2)) is None
    assert move_on(to_pay(with_hands(begun(4), RICH), HUNGER, 2)) is None


def test_the_dice_are_rolled():
    state = with_turn(begun(4), phase=base_state.Phase.ROLL, number=2)
    assert type(move_on(state)).__name__ == "Roll"
    assert move_on(state, seat=1) is None


# Form


def test_orders_are_read_strictly():
    with pytest.raises(UnknownName):
        ORDERS.read("bid_wildly", {})
    for code, values in (
        ("bid_up_to", {"most": 0}),
        ("bid_up_to", {"most": True}),
        ("bid_up_to", {}),
        ("pass_auction", {"most": 1}),
        ("bid_on", {"most": {"feast": 1}}),
        ("pay_by", {"first": ["wool", "wool"]}),
        ("accept_terms", {"give": {"wool": 0}, "get": {}}),
        ("refuse_above", {"most": {"wool": -1}}),
        ("pass_above", {}),
    ):
        with pytest.raises(Malformed):
            ORDERS.read(code, values)


EVERY_ORDER = [
    ("bid_up_to", {"most": 4}),
    ("bid_on", {"most": {"founding": 4, "hunger": 0}}),
    ("pay_by", {"first": ["gold", "wool"], "knights": True}),
    ("accept_terms", {"give": {"gold": 1}, "get": {"ore": 2}}),
    ("discard_by", {"first": ["ore"]}),
    ("pass_above", {"most": {"battle": 2}}),
    ("refuse_above", {"most": {"gold": 0, "ore": 2}}),
    ("move_on", {"keeping_cards": True, "end_turn": False}),
]


@pytest.mark.parametrize(("code", "values"), EVERY_ORDER)
def test_what_is_read_is_written_again(code, values):
    assert ORDERS.json(ORDERS.read(code, values)) == values
    assert ORDERS.schemas()[code]["type"] == "object"
