"""The rules S2 to S12, one by one, with the cases where other engines have erred."""

import pytest
from msgspec.structs import replace

from domain.record.chance import Chance
from domain.settlers.board import are_reds_apart
from domain.settlers.cards import EDITION, RESOURCES, Development, Resource
from domain.settlers.decide import decide
from domain.settlers.decide_dice import gains
from domain.settlers.legal import moves
from domain.settlers.moves import (
    AnswerTrade,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    CloseTrade,
    Discard,
    EndTurn,
    OfferTrade,
    PlayKnight,
    Resign,
    Roll,
    TradeWithBank,
)
from domain.settlers.rules import VERSIONS
from domain.settlers.state import Phase, State
from domain.settlers.turns import to_act
from tests.domain.settlers.given import (
    CHANCE,
    another_hex,
    at_play,
    begun,
    given,
    holding,
    with_hand,
    with_pieces,
)
from tests.domain.settlers.random_games import chance_of
from tests.domain.settlers.slow_roads import path

PLENTY = (4, 4, 4, 4, 4)


def around_the_first_hex(state: State) -> tuple[int, ...]:
    corners = state.table.land.topology.hex_corners[0]
    return (*corners, corners[0])


@pytest.mark.parametrize("number", range(20))
def test_no_six_or_eight_lies_beside_another(number: int):
    """S3"""
    state = begun(chance=Chance(bytes([number]) * 32))
    layout = state.table.land.layout
    assert are_reds_apart(state.table.land.topology, layout.tokens)
    assert sorted(token for token in layout.tokens if token)[:3] == [2, 3, 3]


def test_the_set_up_goes_round_and_back_and_the_second_settlement_pays():
    """S4"""
    state, order = begun(), []
    while state.turn.founded < 6:
        order.append(state.turn.seat)
        corner = next(n for n in range(54) if not state.pieces.closed >> n & 1)
        state = given(state).when(BuildSettlement(corner)).state
        assert sum(map(sum, state.cards.hands)) == 0 or len(order) > 3
        edge = state.table.land.topology.corner_edges[corner][0]
        state = given(state).when(BuildRoad(edge)).state
    assert order == [0, 1, 2, 2, 1, 0]
    assert (state.turn.phase, state.turn.seat) == (Phase.ROLL, 0)


def test_a_settlement_keeps_its_distance_and_needs_a_road():
    """S9"""
    state = at_play(with_hand(begun(), 0, PLENTY))
    ring = around_the_first_hex(state)
    roads = path(state.table.land.topology, *ring[:3])
    state = with_pieces(state, 0, settlements=(ring[0],), roads=roads)
    given(state).when(BuildSettlement(ring[1])).then_refused("corner_taken")
    given(state).when(BuildSettlement(ring[3])).then_refused("corner_not_reached")
    built = given(state).when(BuildSettlement(ring[2])).state
    assert built.cards.hands[0] == tuple(
        a - b for a, b in zip(PLENTY, EDITION.settlement, strict=True)
    )


def test_a_road_ends_at_anothers_building():
    """S9"""
    state = at_play(with_hand(begun(), 0, PLENTY))
    topology, ring = state.table.land.topology, around_the_first_hex(state)
    roads = path(topology, *ring[:3])
    onward = path(topology, *ring[2:4])[0]
    state = with_pieces(state, 0, settlements=(ring[0],), roads=roads)
    assert given(state).when(BuildRoad(onward)).state.pieces.roads[0] >> onward & 1
    blocked = with_pieces(state, 1, settlements=(ring[2],))
    given(blocked).when(BuildRoad(onward)).then_refused("edge_not_joined")


def test_a_road_is_broken_by_anothers_building_and_the_honour_goes_on():
    """S11"""
    state = at_play(with_hand(begun(), 1, PLENTY), seat=1)
    topology, ring = state.table.land.topology, around_the_first_hex(state)
    road = path(topology, *ring[:6])
    state = with_pieces(state, 0, roads=road)
    spur = next(edge for edge in topology.corner_edges[ring[2]] if edge not in road)
    state = with_pieces(state, 1, roads=(spur,))
    standing = replace(state.standing, roads=(5, 1, 0), longest_road=0)
    after = given(replace(state, standing=standing)).when(BuildSettlement(ring[2])).state
    assert after.standing.roads == (3, 1, 0)
    assert after.standing.longest_road is None


@pytest.mark.parametrize("others", [1, 2])
def test_a_short_bank_pays_nobody_or_in_part_the_only_seat_due(others: int):
    """S6"""
    state = begun()
    land = state.table.land
    roll, hexes = next((roll, hexes) for roll, hexes in land.payers.items() if hexes)
    hex_, place, _ = hexes[0]
    corners = land.topology.hex_corners[hex_]
    state = with_pieces(state, 0, settlements=(corners[0], corners[2]))
    if others == 2:
        state = with_pieces(state, 1, settlements=(corners[4],))
    bank = tuple(1 if n == place else EDITION.bank[n] for n in range(5))
    state = replace(state, cards=replace(state.cards, bank=bank))
    assert gains(state, roll)[0][place] == (1 if others == 1 else 0)


def test_a_seat_that_has_left_gains_nothing():
    """S6; so it never owes a discard that nobody would make."""
    state = begun()
    roll, hexes = next((roll, hexes) for roll, hexes in state.table.land.payers.items() if hexes)
    corner = state.table.land.topology.hex_corners[hexes[0][0]][0]
    state = with_pieces(state, 0, settlements=(corner,))
    assert sum(gains(state, roll)[0])
    left = replace(state, standing=replace(state.standing, resigned=1))
    assert gains(left, roll)[0] == EDITION.nothing


def test_a_seven_has_each_seat_choose_its_own_discards_in_any_order():
    """S7"""
    state = at_play(with_hand(with_hand(begun(), 1, (9, 0, 0, 0, 0)), 2, (0, 8, 0, 0, 0)))
    owed = replace(state.turn, phase=Phase.DISCARD, owed=(0, 4, 4))
    state = replace(state, turn=owed)
    assert to_act(state) == (1, 2)
    given(state).when(Discard({Resource.BRICK: 4}), seat=0).then_refused("nothing_owed")
    given(state).when(Discard({Resource.BRICK: 3})).then_refused("wrong_number")
    state = (
        given(state)
        .when(Discard({Resource.LUMBER: 4}), seat=2)
        .when(Discard({Resource.BRICK: 4}))
        .state
    )
    assert state.turn.phase is Phase.ROBBER
    assert [sum(hand) for hand in state.cards.hands] == [0, 5, 4]


def test_building_costs_cards_and_pieces_are_limited():
    """S2, S8"""
    state = at_play(begun())
    ring = around_the_first_hex(state)
    state = with_pieces(state, 0, settlements=(ring[0],))
    given(state).when(BuildCity(ring[0])).then_refused("cannot_pay")
    given(with_hand(state, 0, EDITION.city)).when(BuildCity(ring[2])).then_refused(
        "no_settlement_there"
    )
    after = given(with_hand(state, 0, EDITION.city)).when(BuildCity(ring[0])).state
    assert after.cards.hands[0] == EDITION.nothing
    assert (after.pieces.settlements[0], after.pieces.cities[0]) == (0, 1 << ring[0])


def test_trade_with_the_bank_takes_four_of_a_kind_or_fewer_at_a_harbour():
    """S10"""
    state = at_play(with_hand(begun(), 0, (3, 0, 0, 0, 0)))
    trade = TradeWithBank(Resource.BRICK, Resource.ORE)
    given(state).when(trade).then_refused("cannot_pay")
    general = next(corners for corners, place in state.table.land.harbours if place is None)
    corner = (general & -general).bit_length() - 1
    after = given(with_pieces(state, 0, settlements=(corner,))).when(trade).state
    assert after.cards.hands[0] == (0, 0, 0, 0, 1)
    given(state).when(TradeWithBank(Resource.ORE, Resource.ORE)).then_refused("trade_of_likes")


def test_an_offer_is_answered_countered_and_closed_with_one_seat():
    """S10"""
    state = at_play(with_hand(with_hand(begun(), 0, (2, 0, 0, 0, 0)), 1, (0, 0, 1, 0, 0)))
    offer = OfferTrade({Resource.BRICK: 1}, {Resource.WOOL: 1})
    state = given(state).when(offer).state
    assert to_act(state) == (0, 1, 2)
    given(state).when(AnswerTrade(True), seat=2).then_refused("cannot_pay")
    counter = AnswerTrade(True, get={Resource.BRICK: 2}, give={Resource.WOOL: 1})
    state = given(state).when(AnswerTrade(False), seat=2).when(counter, seat=1).state
    given(state).when(CloseTrade(2)).then_refused("not_accepted")
    after = given(state).when(CloseTrade(1)).state
    assert after.cards.hands[:2] == ((0, 0, 1, 0, 0), (2, 0, 0, 0, 0))
    given(state).when(OfferTrade({}, {Resource.WOOL: 1})).then_refused("trade_of_likes")


def test_an_offer_is_answered_once_and_not_by_a_seat_that_left():
    """S10"""
    state = at_play(with_hand(begun(4), 0, (2, 0, 0, 0, 0)))
    state = given(state).when(OfferTrade({Resource.BRICK: 1}, {Resource.WOOL: 1})).state
    state = given(state).when(AnswerTrade(False), seat=1).when(Resign(), seat=2).state
    assert to_act(state) == (0, 3)
    for seat in (0, 1, 2):
        given(state).when(AnswerTrade(False), seat=seat).then_refused("not_your_turn")


WOOL, ORE = {"wool": 1}, {"ore": 1}


def robbed_amid_an_offer(version: int, card: Resource, *hand: int) -> State:
    """Seat 0 offers wool for ore, seats 1 and 2 accept, and seat 0 steals a card from seat 1."""
    state = at_play(begun(rules=VERSIONS[version - 1]))
    hex_ = another_hex(state)
    corner = state.table.land.topology.hex_corners[state.table.land.topology.hex_index[hex_]][0]
    state = with_pieces(holding(state, 0, Development.KNIGHT), 1, settlements=(corner,))
    for seat, own in ((0, (0, 0, 2, 0, 0)), (1, hand), (2, (0, 0, 0, 0, 1))):
        state = with_hand(state, seat, own)
    state = given(state).when(OfferTrade(WOOL, ORE)).state
    for seat in (1, 2):
        state = given(state).when(AnswerTrade(True, WOOL, ORE), seat=seat).state
    chance = next(c for c in map(chance_of, range(99)) if stolen(state, hex_, c) is card)
    return given(state, chance).when(PlayKnight(hex_, 1)).state


def stolen(state: State, hex_: tuple[int, int], chance: Chance) -> Resource:
    event = decide(state, 0, PlayKnight(hex_, 1), chance)
    return RESOURCES[event.stolen[0]]


def test_a_theft_ends_an_acceptance_so_that_its_seat_is_asked_again():
    """S7, S10"""
    state = robbed_amid_an_offer(3, Resource.ORE, 1, 0, 0, 0, 1)
    assert state.turn.offer.answers[1] is None
    assert to_act(state) == (0, 1)
    given(state).when(CloseTrade(1)).then_refused("not_accepted")
    given(state).when(CloseTrade(2)).then("trade_closed")
    given(state).when(AnswerTrade(False), seat=1).then("trade_answered")


def test_the_moves_listed_after_a_theft_reveal_nothing_of_the_other_hand():
    """Two victims of the same theft, with and without a second pledged card."""
    poor = robbed_amid_an_offer(3, Resource.ORE, 1, 0, 0, 0, 1)
    rich = robbed_amid_an_offer(3, Resource.ORE, 0, 0, 0, 0, 2)
    assert listed_closings(poor) == listed_closings(rich) == [CloseTrade(2)]


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_of_older_rules_keeps_the_acceptance(version: int):
    poor = robbed_amid_an_offer(version, Resource.ORE, 1, 0, 0, 0, 1)
    rich = robbed_amid_an_offer(version, Resource.ORE, 0, 0, 0, 0, 2)
    assert listed_closings(poor) == [CloseTrade(2)]
    assert listed_closings(rich) == [CloseTrade(1), CloseTrade(2)]


def listed_closings(state: State) -> list[CloseTrade]:
    return [move for move in moves(state, 0) if isinstance(move, CloseTrade)]


def test_points_reached_in_anothers_turn_win_only_on_ones_own():
    """S12"""
    state = at_play(begun(target_points=3))
    ring = around_the_first_hex(state)
    state = with_pieces(state, 1, settlements=(ring[0], ring[2], ring[4]))
    state = with_hand(with_pieces(state, 0, settlements=(50,)), 0, EDITION.road)
    edge = state.table.land.topology.corner_edges[50][0]
    state = given(state).when(BuildRoad(edge)).state
    assert state.standing.result is None
    after = given(state).when(EndTurn()).state
    assert after.standing.result.winners == (1,)


def test_a_seat_that_begins_its_turn_with_the_points_wins_also_after_another_left():
    """S12"""
    state = at_play(begun(target_points=3))
    ring = around_the_first_hex(state)
    state = with_pieces(state, 1, settlements=(ring[0], ring[2], ring[4]))
    after = given(state).when(Resign()).state
    assert (after.standing.result.winners, after.standing.result.reason) == ((1,), "target_points")


def test_the_same_dice_fall_after_an_undo():
    """The n-th die of a line is a function of the game's secret and n."""
    state = replace(begun(), turn=replace(begun().turn, phase=Phase.ROLL))
    assert decide(state, 0, Roll(), CHANCE) == decide(state, 0, Roll(), CHANCE)
    given(at_play(state)).when(Roll()).then_refused("not_now")
