"""The road building card: its roads are laid at once, before the roll as after it (S5)."""

import pytest
from msgspec.structs import replace

from domain.settlers.cards import DEVELOPMENTS, EDITION, Resource
from domain.settlers.legal import legal_moves
from domain.settlers.moves import (
    AnswerTrade,
    BuildRoad,
    BuyDevelopmentCard,
    EndTurn,
    OfferTrade,
    PlayKnight,
    PlayRoadBuilding,
    Resign,
    Roll,
    WithdrawTrade,
)
from domain.settlers.places import to_act
from domain.settlers.rules import VERSIONS
from domain.settlers.state import Phase, State
from tests.domain.settlers.conftest import (
    at_play,
    begun,
    with_hand,
    with_pieces,
)
from tests.domain.settlers.positions import another_hex, holding, play, refused, ring, with_roads
from tests.domain.settlers.slow_roads import path

RICH = (9, 9, 9, 9, 9)
KNIGHT, POINT, ROADS, PLENTY, MONOPOLY = DEVELOPMENTS


@pytest.mark.parametrize(("built", "free"), [(0, 2), (13, 2), (14, 1)])
def test_road_building_grants_two_roads_or_as_many_as_are_left(built: int, free: int):
    state = play(holding(with_roads(at_play(begun()), built), 0, ROADS), (0, PlayRoadBuilding()))
    assert state.turn.free_roads == free
    for _ in range(free):
        edge = next(m for m in legal_moves(state, 0, 99).moves if isinstance(m, BuildRoad))
        state = play(state, (0, edge))
    assert state.pieces.roads[0].bit_count() == built + free
    assert not [m for m in legal_moves(state, 0, 99).moves if isinstance(m, BuildRoad)]


def test_road_building_is_not_played_without_a_road_or_a_place():
    full = holding(with_roads(at_play(begun()), 15), 0, ROADS)
    nowhere = holding(at_play(begun()), 0, ROADS)
    for state in (full, nowhere):
        assert refused(state, 0, PlayRoadBuilding()) == "no_room_for_roads"
        assert PlayRoadBuilding() not in legal_moves(state, 0, 99).moves


def before_the_roll(state: State) -> State:
    return replace(state, turn=replace(state.turn, phase=Phase.ROLL, dice=None))


def roads_listed(state: State) -> list[BuildRoad]:
    return [m for m in legal_moves(state, 0, 99).moves if isinstance(m, BuildRoad)]


@pytest.mark.parametrize("ready", [before_the_roll, lambda state: state], ids=["before", "after"])
def test_road_building_lays_its_roads_at_once_before_the_roll_as_after(ready):
    """S5"""
    state = ready(holding(with_roads(with_hand(at_play(begun()), 0, RICH), 1), 0, ROADS, KNIGHT))
    phase, deck = state.turn.phase, state.cards.deck
    state = play(with_hand(state, 1, EDITION.road), (0, PlayRoadBuilding()))
    for left in (2, 1):
        assert (state.turn.phase, state.turn.free_roads) == (Phase.ROADS, left)
        others = (Roll(), EndTurn(), BuyDevelopmentCard(), PlayKnight(another_hex(state)))
        assert {refused(state, 0, move) for move in others} == {"not_now"}
        assert refused(state, 1, BuildRoad(0)) == "not_your_turn"
        assert legal_moves(state, 0, 99).moves == (*roads_listed(state), Resign())
        state = play(state, (0, roads_listed(state)[0]))
    assert (state.turn.phase, state.turn.free_roads) == (phase, 0)
    assert (state.cards.hands[0], state.cards.deck) == (RICH, deck)


def test_a_winning_road_before_the_roll_wins_at_once():
    """S5, S11, S12"""
    state = at_play(begun(target_points=3))
    way = path(state.table.land.topology, *ring(state)[:6])
    state = holding(with_pieces(state, 0, ring(state)[:1], way[:3]), 0, ROADS)
    standing = replace(state.standing, roads=(3, 0, 0))
    state = before_the_roll(replace(state, standing=standing))
    four = play(state, (0, PlayRoadBuilding()), (0, BuildRoad(way[3])))
    result = play(four, (0, BuildRoad(way[4]))).standing.result
    assert (four.standing.result, result.winners, result.scores) == (None, (0,), (3, 0, 0))


def test_an_open_offer_waits_until_the_roads_are_laid():
    """S5, S10: nothing else comes between."""
    state = with_hand(
        with_hand(holding(with_roads(at_play(begun()), 1), 0, ROADS), 0, EDITION.road),
        1,
        EDITION.road,
    )
    offered = play(state, (0, OfferTrade({Resource.BRICK: 1}, {Resource.LUMBER: 1})))
    state = play(offered, (0, PlayRoadBuilding()))
    assert to_act(state) == (0,)
    assert refused(state, 1, AnswerTrade(False)) == "not_now"
    assert refused(state, 0, WithdrawTrade()) == "not_now"
    for _ in range(2):
        state = play(state, (0, roads_listed(state)[0]))
    assert to_act(state) == (0, 1, 2)
    assert play(state, (1, AnswerTrade(False))).turn.offer.answers[1] is False


def closed_in(state: State, first: int, *roads: int) -> State:
    """The same where seat 0 has a settlement on a corner, and all edges are paved but these."""
    every = range(len(state.table.land.topology.edges))
    state = with_pieces(state, 1, roads=tuple(edge for edge in every if edge not in roads))
    return holding(with_pieces(state, 0, settlements=(first,)), 0, ROADS)


def test_road_building_lays_but_one_road_where_no_second_joins_it():
    """S5"""
    state = at_play(begun())
    topology, (one, two, three) = state.table.land.topology, ring(state)[:3]
    near, far = path(topology, one, two, three)
    for edges, roads in (((near,), 1), ((near, far), 2), ((far,), 0)):
        ready = closed_in(state, one, *edges)
        if not roads:
            assert refused(ready, 0, PlayRoadBuilding()) == "no_room_for_roads"
            continue
        after = play(ready, (0, PlayRoadBuilding()), (0, BuildRoad(near)))
        assert (after.turn.free_roads, after.turn.phase is Phase.PLAY) == (roads - 1, roads == 1)
    barred = with_pieces(closed_in(state, one, near, far), 1, settlements=(two,))
    after = play(barred, (0, PlayRoadBuilding()), (0, BuildRoad(near)))
    assert (after.turn.free_roads, after.turn.phase) == (0, Phase.PLAY)


def test_whoever_leaves_between_the_roads_ends_the_turn_and_others_change_nothing():
    state = play(holding(with_roads(at_play(begun()), 1), 0, ROADS), (0, PlayRoadBuilding()))
    gone = play(state, (0, Resign()))
    assert (gone.turn.seat, gone.turn.phase, gone.turn.free_roads) == (1, Phase.ROLL, 0)
    other = play(state, (2, Resign()))
    assert (other.turn.phase, other.turn.free_roads) == (Phase.ROADS, 2)
    assert play(other, (0, roads_listed(other)[0])).turn.free_roads == 1


def test_in_the_first_version_free_roads_wait_for_the_roll():
    first = begun(rules=VERSIONS[0])
    state = before_the_roll(holding(with_roads(at_play(first), 1), 0, ROADS))
    granted = play(state, (0, PlayRoadBuilding()))
    assert (granted.turn.phase, granted.turn.free_roads) == (Phase.ROLL, 2)
    assert legal_moves(granted, 0, 99).moves == (Roll(), Resign())


def test_in_the_first_version_free_roads_lapse_with_the_turn_and_a_third_is_paid_for():
    state = holding(with_roads(at_play(begun(rules=VERSIONS[0])), 1), 0, ROADS)
    granted = play(state, (0, PlayRoadBuilding()))
    assert play(granted, (0, EndTurn())).turn.free_roads == 0
    edges = [m for m in legal_moves(granted, 0, 99).moves if isinstance(m, BuildRoad)]
    two = play(granted, (0, edges[0]), (0, edges[1]))
    third = path(two.table.land.topology, *ring(two)[2:4])[0]
    two = with_pieces(two, 0, roads=path(two.table.land.topology, *ring(two)[:3]))
    assert refused(two, 0, BuildRoad(third)) == "cannot_pay"
    assert (
        play(with_hand(two, 0, EDITION.road), (0, BuildRoad(third))).cards.hands[0]
        == EDITION.nothing
    )
