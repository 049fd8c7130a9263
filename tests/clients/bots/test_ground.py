"""Alexander's possible marches, and the spaces they enclose."""

from random import Random

import pytest
from msgspec.structs import replace

from clients.bots.alexandros.board import SYMBOLS, board_of, points_of, side_between
from clients.bots.alexandros.ground import Ground, ground_of
from clients.bots.alexandros.position import position_of, provinces_of
from tests.clients.bots.boards import RAGGED, SMALL, standing, view

LYRE = SYMBOLS.index("lyre")


def walked(ground: Ground, luck: Random, length: int) -> tuple:
    path = [ground.point]
    for _ in range(length):
        path.append(luck.choice(ground.board.neighbours[path[-1]]))
    return tuple(path)


def random_view(rows, seed: int) -> dict:
    board, luck = board_of(rows), Random(seed)
    sides = sorted({*board.inner, *board.coast})
    walls = luck.sample(sides, k=luck.randrange(len(sides) // 2))
    governors = luck.sample(sorted(board.symbol_of), k=3)
    point = luck.choice(sorted(board.neighbours))
    seats = [standing(governors=governors[:2], cards={}), standing(governors=governors[2:])]
    return view(rows, seats, walls, point)


@pytest.mark.parametrize("rows", [SMALL, RAGGED])
@pytest.mark.parametrize("seed", range(20))
def test_a_march_encloses_the_same_spaces_as_drawing_all_provinces_again(rows, seed: int):
    seen, luck = random_view(rows, seed), Random(seed)
    ground, position = ground_of(seen), position_of(seen)
    for _ in range(20):
        new = ground.new_walls(walked(ground, luck, 4))
        walls = [(wall["side"][0], wall["side"][1]) for wall in seen["state"]["walls"]]
        later = view(rows, seen["state"]["seats"], [*walls, *new], ground.point)
        redrawn = set(provinces_of(later))
        assert set(ground.after(position, new).provinces.all) == redrawn
        assert ground.encloses(dict.fromkeys(new)) == (len(redrawn) > len(position.provinces.all))


@pytest.mark.parametrize("rows", [SMALL, RAGGED])
@pytest.mark.parametrize("seed", range(10))
def test_ways_are_all_the_shortest_to_a_point_of_a_closest_free_space(rows, seed: int):
    ground = ground_of(random_view(rows, seed))
    for symbol in range(5):
        goals = {point for space in ground.closest(symbol) for point in points_of(space)}
        paths = list(ground.paths(symbol, 1000))
        assert len(set(paths)) == len(paths)
        assert {path[-1] for path in paths} == goals
        assert len(paths) == sum(shortest_ways(ground, goal) for goal in goals)
        assert all(path[0] == ground.point for path in paths)


def shortest_ways(ground: Ground, goal) -> int:
    """Return the number of shortest ways, counting all walks of each length until one arrives."""
    walks = {ground.point: 1}
    while goal not in walks:
        onward: dict = {}
        for point, number in walks.items():
            for near in ground.board.neighbours[point]:
                onward[near] = onward.get(near, 0) + number
        walks = onward
    return walks[goal]


def test_ways_are_bounded_for_each_point():
    ground = ground_of(view(point=(0, 0)))
    assert len(list(ground.paths(LYRE, 1))) <= 3 * len(ground.closest(LYRE))


def test_ways_that_cannot_be_paid_for_are_left_out():
    poor = view(point=(1, 1), walls_left={"black": 0, "red": 0})
    assert all(len(path) == 1 for path in ground_of(poor).paths(LYRE, 100))


def test_a_wall_a_governor_or_alexander_keep_a_space_from_being_free():
    lyre = (0, 5)
    a, b, _ = points_of(lyre)
    assert ground_of(view()).free(lyre)
    assert not ground_of(view(walls=[side_between(a, b)])).free(lyre)
    assert not ground_of(view(seats=[standing(governors=[lyre]), standing()])).free(lyre)
    standing_there = view()
    standing_there["state"]["alexander"]["space"] = list(lyre)
    assert not ground_of(standing_there).free(lyre)


def test_a_march_that_needs_red_walls_makes_this_the_last_turn():
    seen = view(walls_left={"black": 1, "red": 10})
    ground, position = ground_of(seen), position_of(seen)
    inner = sorted(ground.board.inner)
    assert not ground.after(position, inner[:1]).last_turn
    assert ground.after(position, inner[:2]).last_turn
    assert ground.after(replace(position, last_turn=True), ()).last_turn
