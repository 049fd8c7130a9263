"""Honours where engines err: ties, broken roads, honours set aside, seats that leave (S11)."""

import pytest
from msgspec.structs import replace

from domain.settlers.cards import DEVELOPMENTS, EDITION, Development
from domain.settlers.moves import BuildRoad, BuildSettlement, PlayKnight, Resign
from domain.settlers.state import State
from tests.domain.settlers.given import at_play, begun, given, with_hand, with_pieces
from tests.domain.settlers.slow_roads import path


def standing(state: State, roads: tuple[int, ...], holder: int | None) -> State:
    return replace(state, standing=replace(state.standing, roads=roads, longest_road=holder))


def ring(state: State, number: int) -> tuple[int, ...]:
    """The corners round a hex, from its top and back to it."""
    corners = state.table.land.topology.hex_corners[number]
    return (*corners, corners[0])


def with_road(state: State, seat: int, number: int, length: int) -> State:
    """The same with a seat's road round a hex."""
    topology = state.table.land.topology
    return with_pieces(state, seat, roads=path(topology, *ring(state, number)[: length + 1]))


def prolonged(state: State, seat: int, number: int, length: int) -> State:
    """One road more round the hex."""
    edge = path(state.table.land.topology, *ring(state, number)[length : length + 2])[0]
    return given(with_hand(state, seat, EDITION.road)).when(BuildRoad(edge)).state


@pytest.mark.parametrize(("length", "holder"), [(3, None), (4, 0)])
def test_five_roads_win_the_honour_and_four_do_not(length: int, holder: int | None):
    state = standing(with_road(at_play(begun()), 0, 0, length), (length, 0, 0), None)
    assert prolonged(state, 0, 0, length).standing.longest_road == holder


@pytest.mark.parametrize(("length", "holder"), [(4, 1), (5, 0)])
def test_a_road_as_long_as_the_holders_takes_nothing_and_a_longer_one_does(length, holder):
    state = with_road(with_road(at_play(begun()), 0, 0, length), 1, 18, 5)
    state = standing(state, (length, 5, 0), 1)
    assert prolonged(state, 0, 0, length).standing.longest_road == holder


@pytest.mark.parametrize(("length", "holder"), [(4, None), (5, None)])
def test_an_honour_set_aside_goes_only_to_a_road_longer_than_all(length, holder):
    """Seats 1 and 2 tie with six; five, or six too, is not the longest."""
    state = with_road(with_road(at_play(begun()), 1, 18, 6), 2, 11, 6)
    state = standing(with_road(state, 0, 0, length), (length, 6, 6), None)
    assert prolonged(state, 0, 0, length).standing.longest_road == holder


def broken(roads_of_others: tuple[int, int]) -> State:
    """Seat 0 builds amid the six roads of seat 1, the holder, which leaves it four at most."""
    state = at_play(with_hand(begun(4), 0, EDITION.settlement))
    topology, corners = state.table.land.topology, ring(state, 9)
    state = with_road(state, 1, 9, 5)
    spur = next(
        edge for edge in topology.corner_edges[corners[1]] if edge not in path(topology, *corners)
    )
    state = with_pieces(state, 0, roads=(spur,))
    two, three = roads_of_others
    state = with_road(with_road(state, 2, 0, two), 3, 18, three)
    return given(standing(state, (1, 5, two, three), 1)).when(BuildSettlement(corners[1])).state


@pytest.mark.parametrize(
    ("others", "holder"), [((4, 3), None), ((5, 3), 2), ((5, 6), 3), ((5, 5), None), ((6, 6), None)]
)
def test_a_broken_road_leaves_the_honour_to_the_one_longest_or_sets_it_aside(others, holder):
    after = broken(others)
    assert after.standing.roads == (1, 4, *others)
    assert after.standing.longest_road == holder


def test_the_holder_keeps_the_honour_when_its_broken_road_still_ties():
    state = at_play(with_hand(begun(), 0, EDITION.settlement))
    topology, corners = state.table.land.topology, ring(state, 9)
    state = with_road(with_road(state, 1, 9, 6), 2, 0, 5)
    spur = next(e for e in topology.corner_edges[corners[1]] if e not in path(topology, *corners))
    state = standing(with_pieces(state, 0, roads=(spur,)), (1, 6, 5), 1)
    after = given(state).when(BuildSettlement(corners[1])).state
    assert after.standing.roads == (1, 6, 5), "a ring cut at one corner is a way of six"
    assert after.standing.longest_road == 1


def test_a_road_of_a_seat_that_left_counts_no_more_even_when_it_is_broken():
    state = at_play(with_hand(begun(), 0, EDITION.settlement))
    topology, corners = state.table.land.topology, ring(state, 9)
    state = standing(with_road(state, 1, 9, 6), (1, 6, 0), 1)
    spur = next(e for e in topology.corner_edges[corners[1]] if e not in path(topology, *corners))
    left = given(with_pieces(state, 0, roads=(spur,))).when(Resign(), seat=1).state
    assert (left.standing.roads, left.standing.longest_road) == ((1, 0, 0), None)
    after = given(left).when(BuildSettlement(corners[1])).state
    assert (after.standing.roads, after.standing.longest_road) == ((1, 0, 0), None)


def with_knights(state: State, *knights: int, army: int | None) -> State:
    """The same with knights played, one more in seat 0's hand, and the largest army's holder."""
    one = tuple(int(kind is Development.KNIGHT) for kind in DEVELOPMENTS)
    held = (one, *state.cards.developments[1:])
    cards = replace(state.cards, knights=knights, developments=held)
    return replace(state, cards=cards, standing=replace(state.standing, largest_army=army))


@pytest.mark.parametrize(
    ("knights", "army", "after"),
    [((1, 0, 0), None, None), ((2, 2, 0), None, 0), ((2, 3, 0), 1, 1), ((3, 3, 0), 1, 0)],
)
def test_the_largest_army_is_the_first_of_three_then_the_larger(knights, army, after):
    state = with_knights(at_play(begun()), *knights, army=army)
    hex_ = next(h for h in state.table.land.topology.hexes if h != (0, 0))
    hex_ = hex_ if state.table.land.topology.hex_index[hex_] != state.pieces.robber else (0, 0)
    assert given(state).when(PlayKnight(hex_)).state.standing.largest_army == after


@pytest.mark.parametrize(
    ("knights", "army"), [((0, 5, 2), None), ((0, 5, 3), 2), ((3, 5, 3), None), ((4, 5, 3), 0)]
)
def test_the_army_of_a_seat_that_left_goes_to_the_one_largest_or_is_set_aside(knights, army):
    state = with_knights(at_play(begun()), *knights, army=1)
    assert given(state).when(Resign(), seat=1).state.standing.largest_army == army


def test_an_army_set_aside_goes_to_none_of_several_equal_seats():
    state = with_knights(at_play(begun(4)), 3, 5, 4, 4, army=1)
    left = given(state).when(Resign(), seat=1).state
    hex_ = next(h for n, h in enumerate(left.table.land.topology.hexes) if n != left.pieces.robber)
    again = given(left).when(PlayKnight(hex_)).state
    assert (left.standing.largest_army, again.standing.largest_army) == (None, None)
    assert again.cards.knights == (4, 5, 4, 4)
