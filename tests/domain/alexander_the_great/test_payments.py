"""Payments of bids, and the gains they bring: G15, G18, G19, G24."""

import pytest
from msgspec.structs import replace

from domain.alexander_the_great.cards import Good
from domain.alexander_the_great.state import NO_CHIPS, Occasion, Phase
from domain.grids.hexagonal import bits
from domain.settlers.moves import Resign
from tests.domain.alexander_the_great.given import (
    BATTLE,
    BRIDGE,
    FOUNDING,
    HUNGER,
    RICH,
    STATUE,
    begun,
    bids,
    built,
    given,
    paid,
    passed,
    rich,
    to_pay,
    with_base,
    with_hands,
    with_journey,
    with_knights,
)


@pytest.mark.parametrize(
    ("occasion", "payment"),
    [
        (FOUNDING, {"lumber": 2, "brick": 2, "grain": 1}),
        (FOUNDING, {"grain": 2, "gold": 3}),
        (FOUNDING, {"wool": 4, "gold": 1}),
        (HUNGER, {"grain": 4, "wool": 1}),
        (BRIDGE, {"brick": 1, "lumber": 4}),
        (BATTLE, {"ore": 3, "wool": 2}),
        (STATUE, {"ore": 1, "brick": 4}),
        (STATUE, {"gold": 5}),
    ],
)
def test_any_mix_of_accepted_goods_pays_a_bid(occasion: Occasion, payment: dict[str, int]):
    """G15"""
    state = with_hands(to_pay(begun(), occasion, 5), RICH)
    bank = state.base.cards.bank
    after = given(state).when(paid(payment)).state
    for place, good in enumerate(Good):
        spent = payment.get(good, 0)
        assert after.base.cards.hands[0][place] == RICH[place] - spent
        assert after.base.cards.bank[place] == bank[place] + spent


@pytest.mark.parametrize(
    ("occasion", "good"),
    [(FOUNDING, "ore"), (HUNGER, "brick"), (BRIDGE, "wool"), (BATTLE, "grain"), (STATUE, "lumber")],
)
def test_goods_of_no_use_to_the_event_pay_nothing(occasion: Occasion, good: str):
    """G15"""
    state = with_hands(to_pay(begun(), occasion, 5), RICH)
    given(state).when(paid({good: 1, "gold": 4})).then_refused("not_of_use", "G15")


@pytest.mark.parametrize("gold", [4, 6])
def test_a_payment_meets_the_bid_neither_less_nor_more(gold: int):
    """G15"""
    state = with_hands(to_pay(begun(), HUNGER, 5), RICH)
    given(state).when(paid({"gold": gold}), seat=0).then_refused("wrong_payment", "G15")


def test_a_payment_comes_from_the_payers_hand():
    """G15"""
    state = with_hands(to_pay(begun(), HUNGER, 5), RICH)
    given(state).when(paid({"wool": 5})).then_refused("not_in_hand", "G15")


def test_only_the_winner_pays_and_everyone_elses_cards_stay():
    """G15"""
    state = bids(rich(HUNGER), 1, 3, None, None, None)
    given(state).when(paid({"gold": 3}), seat=0).then_refused("not_your_turn", "G14")
    after = given(state).when(paid({"gold": 3})).state
    assert after.base.cards.hands[0] == after.base.cards.hands[2] == RICH
    assert after.base.cards.hands[1] == (4, 4, 4, 4, 4, 5)


@pytest.mark.parametrize(
    ("bid", "cards", "knights", "code"),
    [
        (6, {"ore": 1, "wool": 1, "gold": 1}, 1, None),
        (5, {}, 2, None),
        (6, {}, 2, None),
        (4, {"gold": 1}, 1, None),
        (4, {"gold": 1}, 2, "wrong_payment"),
        (2, {}, 1, None),
        (3, {}, 2, "too_many_knights"),
        (5, {"ore": 1}, 1, "wrong_payment"),
        (9, {}, 3, "too_many_knights"),
    ],
)
def test_a_knight_pays_three_and_alone_may_overpay(bid, cards, knights, code):
    """G15: two knights lie face up."""
    state = with_knights(with_hands(to_pay(begun(), BATTLE, bid), RICH), 2, 0, 0, 0)
    if code is not None:
        given(state).when(paid(cards, knights)).then_refused(code, "G15")
        return
    deck = state.base.cards.deck
    after = given(state).when(paid(cards, knights)).state
    assert after.base.cards.knights[0] == 2 - knights
    assert after.base.cards.deck == (*deck, *("knight",) * knights)


def test_knights_pay_for_battles_alone():
    """G15"""
    state = with_knights(with_hands(to_pay(begun(), HUNGER, 5), RICH), 2, 0, 0, 0)
    given(state).when(paid({"gold": 2}, 1)).then_refused("too_many_knights", "G15")


def test_a_payment_is_listed_for_each_number_of_knights_resources_before_gold():
    """G15"""
    state = with_knights(with_hands(to_pay(begun(), BATTLE, 4), (9, 0, 1, 0, 2, 8)), 2, 0, 0, 0)
    assert given(state).legal() == [
        paid({"wool": 1, "ore": 2, "gold": 1}),
        paid({"ore": 1}, 1),
        paid({}, 2),
        Resign(),
    ]


# Gains


def test_a_founding_is_a_settlement_on_the_crossing_without_a_road_or_a_chip():
    """G18"""
    state = with_hands(to_pay(begun(), FOUNDING, 1, seat=2), RICH, RICH, RICH)
    after = given(state).when(paid({"gold": 1})).state
    corner = after.table.board.route[0].corner
    assert bits(after.base.pieces.settlements[2]) == (corner,)
    assert after.base.pieces.reach[2] >> corner & 1
    assert (after.journey.won, after.journey.auction) == ((NO_CHIPS,) * 4, None)
    assert (after.phase, after.base.turn.seat) == (Phase.PLAY, 0)


def test_without_a_settlement_left_the_winner_pays_and_places_nothing():
    """G18"""
    state = built(to_pay(begun(), FOUNDING, 1), 0, 119, 131, 149, 151, 155)
    state = with_hands(state, RICH)
    after = given(state).when(paid({"gold": 1})).state
    assert after.base.pieces.settlements == state.base.pieces.settlements
    assert after.base.cards.hands[0][5] == 7


def test_a_founding_may_break_anothers_road():
    """S11, G18"""
    board, way = begun().table.board, []
    topology, corner = board.topology, board.route[2].corner
    here = topology.corner_edges[corner]
    way = [edge for edge in here if topology.across(edge, corner) != board.route[3].corner]
    state = passed(to_pay(begun(), FOUNDING, 1, seat=1), 2)
    state = with_journey(state, auction=replace(state.journey.auction, crossing=2))
    pieces = state.base.pieces
    roads = sum(1 << edge for edge in way)
    state = with_base(
        state,
        pieces=replace(pieces, roads=(roads, 0, 0, 0), paved=roads),
        standing=replace(state.base.standing, roads=(2, 0, 0, 0)),
    )
    after = given(with_hands(state, RICH, RICH)).when(paid({"gold": 1})).state
    assert after.base.standing.roads == (1, 0, 0, 0)


def test_another_event_brings_its_chip():
    """G19"""
    state = with_hands(to_pay(begun(), BRIDGE, 1, seat=3), RICH, RICH, RICH, RICH)
    after = given(state).when(paid({"gold": 1})).state
    assert after.journey.won == (NO_CHIPS, NO_CHIPS, NO_CHIPS, (0, 1, 0, 0))
    assert (after.phase, after.journey.removed) == (Phase.PLAY, 0)


@pytest.mark.parametrize(
    ("knights", "holder", "army"),
    [
        ((5, 3, 0, 0), 0, 0),
        ((4, 3, 0, 0), 0, 0),
        ((3, 3, 0, 0), 0, 1),
        ((3, 2, 0, 0), 0, None),
        ((3, 3, 3, 0), 0, None),
        ((4, 4, 4, 0), 1, 1),
        ((4, 5, 4, 0), 0, 1),
        ((3, 3, 0, 0), None, 1),
    ],
)
def test_a_spent_knight_may_lose_the_army(knights, holder, army):
    """G24: seat 0 spends one."""
    state = with_knights(with_hands(to_pay(begun(), BATTLE, 3), RICH), *knights)
    state = with_base(state, standing=replace(state.base.standing, largest_army=holder))
    assert given(state).when(paid({}, 1)).state.base.standing.largest_army == army
