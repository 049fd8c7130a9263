"""Trade and building: G22, G23."""

import pytest
from msgspec.structs import replace

from domain.alexander_the_great.cards import Good
from domain.grids.hexagonal import bits
from domain.settlers.cards import Counts
from domain.settlers.moves import (
    AnswerTrade,
    BuildRoad,
    BuildSettlement,
    CloseTrade,
    EndTurn,
    OfferTrade,
    PlayMonopoly,
    PlayYearOfPlenty,
    TradeWithBank,
)
from tests.domain.alexander_the_great.given import (
    at_play,
    begun,
    built,
    given,
    passed,
    with_base,
    with_cards,
    with_hands,
    with_journey,
)

PLENTY: Counts = (4, 4, 4, 4, 4, 4)
BOARD = begun().table.board


def with_road_to(corner: int, crossing: int):
    """Seat 0 has a road to a corner when Alexander has passed a place of the route."""
    state = with_hands(passed(at_play(begun()), crossing), PLENTY)
    pieces = state.base.pieces
    edge = BOARD.topology.corner_edges[corner][0]
    reach = pieces.reach[0] | BOARD.topology.edge_corner_bits[edge]
    pieces = replace(pieces, roads=(1 << edge, 0, 0, 0), reach=(reach, 0, 0, 0), paved=1 << edge)
    return with_base(state, pieces=pieces)


def test_a_settlement_is_not_built_on_a_crossing_ahead():
    """G22"""
    corner = BOARD.route[5].corner
    given(with_road_to(corner, 3)).when(BuildSettlement(corner)).then_refused("route_ahead", "G22")
    given(with_road_to(corner, 4)).when(BuildSettlement(corner)).then_refused("route_ahead", "G22")


def test_nor_beside_one_but_once_alexander_has_passed_it_may_be():
    """G22"""
    corner = BOARD.route[5].corner
    beside = next(
        far
        for edge in BOARD.topology.corner_edges[corner]
        if (far := BOARD.topology.across(edge, corner))
        not in [crossing.corner for crossing in BOARD.route]
    )
    state = with_road_to(beside, 4)
    given(state).when(BuildSettlement(beside)).then_refused("route_ahead", "G22")
    after = given(with_road_to(beside, 5)).when(BuildSettlement(beside)).state
    assert after.base.pieces.settlements[0] == 1 << beside


def test_a_crossing_behind_alexander_beside_one_ahead_is_not_built_on_either():
    """G22"""
    corner = BOARD.route[5].corner
    given(with_road_to(corner, 5)).when(BuildSettlement(corner)).then_refused("route_ahead", "G22")
    after = given(with_road_to(corner, 6)).when(BuildSettlement(corner)).state
    assert after.base.pieces.settlements[0] == 1 << corner


def test_roads_may_be_built_ahead_of_alexander():
    """G22"""
    corner = BOARD.route[20].corner
    state = with_road_to(corner, 0)
    edge = BOARD.topology.corner_edges[corner][1]
    assert given(state).when(BuildRoad(edge)).state.base.pieces.roads[0] >> edge & 1


def test_distance_and_road_are_needed_as_in_settlers():
    """G22, S9"""
    state = with_road_to(119, 10)
    given(state).when(BuildSettlement(0)).then_refused("corner_not_reached", "S9")
    given(built(state, 1, 131)).when(BuildSettlement(119)).then_refused("corner_taken", "S9")
    assert given(state).when(BuildSettlement(999)).then_refused("no_such_corner").rule is None


def test_the_settlements_listed_are_those_allowed():
    """G22"""
    state = with_road_to(BOARD.route[5].corner, 4)
    listed = {m.corner for m in given(state).legal("build_settlement")}
    reach = bits(state.base.pieces.reach[0])
    allowed = {c for c in reach if not BOARD.closed_ahead[5] >> c & 1}
    assert listed == allowed


@pytest.mark.parametrize(
    ("give", "get"), [(Good.GOLD, Good.ORE), (Good.BRICK, Good.GOLD), (Good.BRICK, Good.ORE)]
)
def test_the_bank_changes_four_of_a_kind_gold_included(give: Good, get: Good):
    """G23"""
    state = with_cards(with_hands(at_play(begun()), PLENTY), bank=(1, 1, 1, 1, 1, 1))
    after = given(state).when(TradeWithBank(give, get)).state
    assert after.base.cards.hands[0][list(Good).index(give)] == 0
    assert after.base.cards.hands[0][list(Good).index(get)] == 5
    assert TradeWithBank(give, get) in given(state).legal()
    poor = with_cards(with_hands(at_play(begun()), (3, 3, 3, 3, 3, 3)), bank=(1, 1, 1, 1, 1, 1))
    given(poor).when(TradeWithBank(give, get)).then_refused("cannot_pay")


def test_a_general_harbour_takes_three_gold_and_one_for_a_resource_none_the_fewer():
    """G23"""
    general = next(h for h in BOARD.layout.harbours if h.resource is None)
    ore = next(h for h in BOARD.layout.harbours if h.resource == "ore")
    state = with_cards(at_play(begun()), bank=(1, 1, 1, 1, 1, 1))
    state = with_hands(state, (0, 0, 0, 0, 0, 3))
    trade = TradeWithBank(Good.GOLD, Good.ORE)
    at_general = built(state, 0, BOARD.topology.edges[general.edge][0])
    assert given(at_general).when(trade).state.base.cards.hands[0] == (0, 0, 0, 0, 1, 0)
    at_ore = built(state, 0, BOARD.topology.edges[ore.edge][0])
    given(at_ore).when(trade).then_refused("cannot_pay")


def test_gold_is_part_of_offers_and_answers():
    """G23"""
    state = with_hands(at_play(begun()), (1, 0, 0, 0, 0, 2), (0, 0, 0, 0, 1, 3))
    state = (
        given(state)
        .when(OfferTrade({Good.GOLD: 2}, {Good.ORE: 1}))
        .when(AnswerTrade(True, get={Good.BRICK: 1, Good.GOLD: 2}, give={Good.ORE: 1}), seat=1)
        .when(CloseTrade(1))
        .state
    )
    assert state.base.cards.hands[:2] == ((0, 0, 0, 0, 1, 0), (1, 0, 0, 0, 0, 5))


@pytest.mark.parametrize(("is_closed", "left"), [(False, []), (True, [(1, 2)])])
def test_a_draw_from_the_reserve_ends_the_refusals_of_an_offer(is_closed: bool, left: list):
    """G8, S10"""
    state = with_hands(at_play(begun()), PLENTY)
    if is_closed:
        state = with_journey(state, reserve=None)
    offer, refusal = OfferTrade({Good.GOLD: 2}, {Good.ORE: 1}), AnswerTrade(False)
    refused = given(state).when(offer).when(refusal, seat=1).when(refusal, seat=2)
    assert [each.seats for each in refused.state.base.declined] == [(1, 2)]
    assert [each.seats for each in refused.when(EndTurn()).state.base.declined] == left


def test_gold_pays_no_building():
    """G23"""
    state = with_hands(with_road_to(119, 10), (0, 0, 0, 0, 0, 30))
    given(state).when(BuildSettlement(119)).then_refused("cannot_pay", "S8")


def test_monopoly_and_year_of_plenty_do_not_touch_gold():
    """G23"""
    state = with_cards(at_play(begun()), developments=((0, 0, 0, 1, 1),) * 4)
    plenty = given(state).legal("play_year_of_plenty")
    assert plenty == []
    full = with_cards(state, bank=(1, 1, 1, 1, 1, 9))
    moves = given(full).legal("play_year_of_plenty")
    assert PlayYearOfPlenty({Good.GOLD: 2}) not in moves
    assert len(moves) == 10
    monopolies = given(full).legal("play_monopoly")
    assert len(monopolies) == 5
    gold = [hand[5] for hand in full.base.cards.hands]
    after = given(full).when(monopolies[0]).state
    assert isinstance(monopolies[0], PlayMonopoly)
    assert [hand[5] for hand in after.base.cards.hands] == gold
