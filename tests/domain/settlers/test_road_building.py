"""The road building card: its roads are laid at once, before the roll as after it (S5)."""

import pytest
from msgspec.structs import replace

from domain.settlers.cards import DEVELOPMENTS, EDITION, Resource
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
from domain.settlers.rules import VERSIONS
from domain.settlers.state import Phase, State
from domain.settlers.turns import to_act
from tests.domain.settlers.given import (
    another_hex,
    at_play,
    begun,
    given,
    holding,
    ring,
    with_hand,
    with_pieces,
    with_roads,
)
from tests.domain.settlers.slow_roads import path

RICH = (9, 9, 9, 9, 9)
KNIGHT, POINT, ROADS, PLENTY, MONOPOLY = DEVELOPMENTS


@pytest.mark.parametrize(("built", "free"), [(0, 2), (13, 2), (14, 1)])
def test_road_building_grants_two_roads_or_as_many_as_are_left(built: int, free: int):
    state = (
        given(holding(with_roads(at_play(begun()), built), 0, ROADS)).when(PlayRoadBuilding()).state
    )
    assert state.turn.free_roads == free
    for _ in range(free):
        edge = given(state).legal("build_road")[0]
        state = given(state).when(edge).state
    assert state.pieces.roads[0].bit_count() == built + free
    assert not given(state).legal("build_road")


def test_road_building_is_not_played_without_a_road_or_a_place():
    full = holding(with_roads(at_play(begun()), 15), 0, ROADS)
    nowhere = holding(at_play(begun()), 0, ROADS)
    for state in (full, nowhere):
        given(state).when(PlayRoadBuilding()).then_refused("no_room_for_roads")
        assert PlayRoadBuilding() not in given(state).legal()


def before_the_roll(state: State) -> State:
    return replace(state, turn=replace(state.turn, phase=Phase.ROLL, dice=None))


def roads_listed(state: State) -> list[BuildRoad]:
    return given(state).legal("build_road")


@pytest.mark.parametrize("ready", [before_the_roll, lambda state: state], ids=["before", "after"])
def test_road_building_lays_its_roads_at_once_before_the_roll_as_after(ready):
    """S5"""
    state = ready(holding(with_roads(with_hand(at_play(begun()), 0, RICH), 1), 0, ROADS, KNIGHT))
    phase, deck = state.turn.phase, state.cards.deck
    state = given(with_hand(state, 1, EDITION.road)).when(PlayRoadBuilding()).state
    for left in (2, 1):
        assert (state.turn.phase, state.turn.free_roads) == (Phase.ROADS, left)
        others = (Roll(), EndTurn(), BuyDevelopmentCard(), PlayKnight(another_hex(state)))
        for move in others:
            given(state).when(move).then_refused("not_now")
        given(state).when(BuildRoad(0), seat=1).then_refused("not_your_turn")
        assert given(state).legal() == [*roads_listed(state), Resign()]
        state = given(state).when(roads_listed(state)[0]).state
    assert (state.turn.phase, state.turn.free_roads) == (phase, 0)
    assert (state.cards.hands[0], state.cards.deck) == (RICH, deck)


def test_a_winning_road_before_the_roll_wins_at_once():
    """S5, S11, S12"""
    state = at_play(begun(target_points=3))
    way = path(state.table.land.topology, *ring(state)[:6])
    state = holding(with_pieces(state, 0, ring(state)[:1], way[:3]), 0, ROADS)
    standing = replace(state.standing, roads=(3, 0, 0))
    state = before_the_roll(replace(state, standing=standing))
    four = given(state).when(PlayRoadBuilding(), BuildRoad(way[3])).state
    result = given(four).when(BuildRoad(way[4])).state.standing.result
    assert (four.standing.result, result.winners, result.scores) == (None, (0,), (3, 0, 0))


def test_an_open_offer_waits_until_the_roads_are_laid():
    """S5, S10: no other move comes between."""
    state = with_hand(
        with_hand(holding(with_roads(at_play(begun()), 1), 0, ROADS), 0, EDITION.road),
        1,
        EDITION.road,
    )
    offered = given(state).when(OfferTrade({Resource.BRICK: 1}, {Resource.LUMBER: 1})).state
    state = given(offered).when(PlayRoadBuilding()).state
    assert to_act(state) == (0,)
    given(state).when(AnswerTrade(False), seat=1).then_refused("not_now")
    given(state).when(WithdrawTrade()).then_refused("not_now")
    for _ in range(2):
        state = given(state).when(roads_listed(state)[0]).state
    assert to_act(state) == (0, 1, 2)
    assert given(state).when(AnswerTrade(False), seat=1).state.turn.offer.answers[1] is False


def closed_in(state: State, first: int, *roads: int) -> State:
    """The same where seat 0 has a settlement on a corner, and all edges are paved but these."""
    every = range(len(state.table.land.topology.edges))
    state = with_pieces(state, 1, roads=tuple(edge for edge in every if edge not in roads))
    return holding(with_pieces(state, 0, settlements=(first,)), 0, ROADS)


def test_road_building_lays_one_road_when_no_second_joins_it():
    """S5"""
    state = at_play(begun())
    topology, (one, two, three) = state.table.land.topology, ring(state)[:3]
    near, far = path(topology, one, two, three)
    for edges, roads in (((near,), 1), ((near, far), 2), ((far,), 0)):
        ready = closed_in(state, one, *edges)
        if not roads:
            given(ready).when(PlayRoadBuilding()).then_refused("no_room_for_roads")
            continue
        after = given(ready).when(PlayRoadBuilding(), BuildRoad(near)).state
        assert (after.turn.free_roads, after.turn.phase is Phase.PLAY) == (roads - 1, roads == 1)
    barred = with_pieces(closed_in(state, one, near, far), 1, settlements=(two,))
    after = given(barred).when(PlayRoadBuilding(), BuildRoad(near)).state
    assert (after.turn.free_roads, after.turn.phase) == (0, Phase.PLAY)


def test_leaving_between_the_roads_ends_the_turn_and_others_leaving_change_nothing():
    state = given(holding(with_roads(at_play(begun()), 1), 0, ROADS)).when(PlayRoadBuilding()).state
    gone = given(state).when(Resign()).state
    assert (gone.turn.seat, gone.turn.phase, gone.turn.free_roads) == (1, Phase.ROLL, 0)
    other = given(state).when(Resign(), seat=2).state
    assert (other.turn.phase, other.turn.free_roads) == (Phase.ROADS, 2)
    assert given(other).when(roads_listed(other)[0]).state.turn.free_roads == 1


def test_in_the_first_version_free_roads_wait_for_the_roll():
    first = begun(rules=VERSIONS[0])
    state = before_the_roll(holding(with_roads(at_play(first), 1), 0, ROADS))
    granted = given(state).when(PlayRoadBuilding()).state
    assert (granted.turn.phase, granted.turn.free_roads) == (Phase.ROLL, 2)
    assert given(granted).legal() == [Roll(), Resign()]


def test_in_the_first_version_free_roads_lapse_with_the_turn_and_a_third_is_paid_for():
    state = holding(with_roads(at_play(begun(rules=VERSIONS[0])), 1), 0, ROADS)
    granted = given(state).when(PlayRoadBuilding()).state
    assert given(granted).when(EndTurn()).state.turn.free_roads == 0
    edges = given(granted).legal("build_road")
    two = given(granted).when(edges[0], edges[1]).state
    third = path(two.table.land.topology, *ring(two)[2:4])[0]
    two = with_pieces(two, 0, roads=path(two.table.land.topology, *ring(two)[:3]))
    given(two).when(BuildRoad(third)).then_refused("cannot_pay")
    assert (
        given(with_hand(two, 0, EDITION.road)).when(BuildRoad(third)).state.cards.hands[0]
        == EDITION.nothing
    )
