from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.grids.triangular import (
    MOST_ROWS_KEPT,
    TriangleTopology,
    drawn_at,
    is_up,
    points_of,
    sides_of,
)
from tests.domain.alexandros.strategies import lands
from tests.domain.grids.paths import shortest_paths


def land(*rows: str) -> TriangleTopology:
    return TriangleTopology.of(
        (r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "."
    )


def walls_around(topology: TriangleTopology, *spaces: tuple[int, int]) -> int:
    walls = 0
    for space in spaces:
        walls ^= topology.space_walls[topology.space_index[space]]
    return walls


def two_points(data: st.DataObject, topology: TriangleTopology, most_apart: int) -> tuple[int, int]:
    start = data.draw(st.sampled_from(range(len(topology.points))))
    away = topology.distances(start)
    near = [point for point, distance in enumerate(away) if distance <= most_apart]
    return start, data.draw(st.sampled_from(near))


def test_a_space_points_up_when_row_and_column_add_up_to_an_even_number():
    assert is_up((0, 0))
    assert not is_up((0, 1))
    assert not is_up((3, 4))
    assert is_up((3, 5))


def test_an_up_space_has_its_point_above_its_base():
    assert set(points_of((2, 4))) == {(4, 2), (3, 3), (5, 3)}


def test_a_down_space_has_its_point_below_its_base():
    assert set(points_of((2, 5))) == {(4, 2), (6, 2), (5, 3)}


def test_the_first_space_of_a_row_may_have_a_point_left_of_the_grid():
    assert (-1, 1) in points_of((0, 0))


def test_every_side_names_its_lesser_point_first():
    assert sides_of((0, 1)) == (((0, 0), (1, 1)), ((0, 0), (2, 0)), ((1, 1), (2, 0)))


@given(lands())
def test_every_side_is_drawn_one_side_long(topology):
    assert all(dist(drawn_at(a), drawn_at(b)) == pytest.approx(1) for a, b in topology.sides)


@given(lands())
def test_everything_is_sorted_and_indexed(topology):
    for things, index in (
        (topology.spaces, topology.space_index),
        (topology.points, topology.point_index),
        (topology.sides, topology.side_index),
    ):
        assert list(things) == sorted(set(things))
        assert [index[thing] for thing in things] == list(range(len(things)))


@given(lands())
def test_a_space_knows_its_points_its_sides_and_their_bits(topology):
    for number, space in enumerate(topology.spaces):
        points, sides = topology.space_points[number], topology.space_sides[number]
        assert [topology.points[point] for point in points] == sorted(points_of(space))
        assert [topology.sides[side] for side in sides] == sorted(sides_of(space))
        assert topology.space_walls[number] == sum(1 << side for side in sides)


@given(lands())
def test_neighbours_share_the_side_between_them(topology):
    for space, neighbours in enumerate(topology.neighbours):
        for neighbour, side in neighbours:
            assert side in topology.space_sides[space]
            assert side in topology.space_sides[neighbour]
            assert (space, side) in topology.neighbours[neighbour]


@given(lands())
def test_a_side_is_coast_unless_there_is_land_on_both_sides(topology):
    between = {side for neighbours in topology.neighbours for _, side in neighbours}
    for side in range(len(topology.sides)):
        assert (side in topology.coast) == (side not in between)


@given(lands())
def test_each_side_is_a_step_both_ways(topology):
    steps = {(a, b, side) for a, some in enumerate(topology.steps) for b, side in some}
    assert len(steps) == 2 * len(topology.sides)
    for number, (a, b) in enumerate(topology.sides):
        one, other = topology.point_index[a], topology.point_index[b]
        assert {(one, other, number), (other, one, number)} <= steps


def test_equal_land_shares_one_topology():
    assert land("...", "...") is land("...", "...", "~~~")


def test_no_land_has_an_empty_topology():
    assert TriangleTopology.of([]).points == ()
    assert TriangleTopology.of([]).components(0) == ()


def test_land_that_meets_in_one_point_only_is_in_two_components():
    assert TriangleTopology.of([(0, 1), (0, 3)]).components(0) == (0, 1)
    assert TriangleTopology.of([(0, 1), (0, 2), (0, 3)]).components(0) == (0, 0, 0)


def test_the_distance_counts_sides_around_water():
    topology = land(".....", "..~..", ".....")
    start, goal = topology.point_index[(0, 0)], topology.point_index[(4, 2)]
    assert topology.distances(start)[goal] == 3


@given(lands())
def test_distances_are_zero_at_the_point_and_differ_by_at_most_one_along_a_side(topology):
    for start in range(0, len(topology.points), 5):
        away = topology.distances(start)
        assert [point for point, distance in enumerate(away) if distance == 0] == [start]
        for point, steps in enumerate(topology.steps):
            nearest = min(away[step] for step, _ in steps)
            assert point == start or away[point] == nearest + 1


def test_a_point_out_of_reach_is_at_distance_minus_one():
    topology = TriangleTopology.of([(0, 0), (0, 10)])
    assert topology.distances(0).count(-1) == 3


@given(lands(most_rows=5, most_columns=9), st.data())
def test_the_shortest_path_is_the_first_that_brute_force_finds(topology, data):
    start, goal = two_points(data, topology, most_apart=5)
    assert topology.shortest_path(start, goal) == shortest_paths(topology, start, goal)[0]


def test_the_path_from_a_point_to_itself_has_no_steps():
    assert land("...").shortest_path(2, 2) == (2,)


def test_walls_around_a_space_part_it_from_the_rest():
    topology = land(".....", ".....")
    alone = topology.space_index[(1, 2)]
    labels = topology.components(walls_around(topology, (1, 2)))
    assert labels[alone] == alone
    assert {label for space, label in enumerate(labels) if space != alone} == {0}


def test_walls_along_the_coast_part_nothing():
    topology = land(".....", ".....")
    coast = sum(1 << side for side in range(len(topology.sides)) if side in topology.coast)
    assert set(topology.components(coast)) == {0}


@given(lands(), st.data())
def test_spaces_share_a_label_exactly_when_no_walls_part_them(topology, data):
    walls = data.draw(st.integers(0, (1 << len(topology.sides)) - 1))
    joined = list(range(len(topology.spaces)))
    for space, neighbours in enumerate(topology.neighbours):
        for neighbour, side in neighbours:
            if not walls >> side & 1 and joined[space] != joined[neighbour]:
                lesser, greater = sorted((joined[space], joined[neighbour]))
                joined = [lesser if label == greater else label for label in joined]
    assert topology.components(walls) == tuple(joined)


def test_distances_stay_right_when_more_points_are_asked_for_than_are_kept():
    topology = land(*["." * 20] * 8)
    assert len(topology.points) > MOST_ROWS_KEPT
    before = [topology.distances(point) for point in range(len(topology.points))]
    assert [topology.distances(point) for point in range(len(topology.points))] == before
