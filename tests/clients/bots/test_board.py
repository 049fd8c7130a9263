"""The bots' own geometry agrees with the rules written out the slow way."""

from itertools import combinations
from random import Random

import pytest

from clients.bots.alexandros.board import (
    BoardTopology,
    Passages,
    board_of,
    points_of,
    side_between,
    sides_of,
)
from tests.clients.bots.boards import RAGGED, SMALL

BOARDS = (SMALL, RAGGED, (".TAHLS",), tuple("." * 20 for _ in range(12)))


def land_of(rows) -> set[tuple[int, int]]:
    return {(r, c) for r, row in enumerate(rows) for c, at in enumerate(row) if at in ".TAHLS"}


def corners(r: int, c: int) -> set[tuple[int, int]]:
    """A space's points, as the rules state them."""
    if (r + c) % 2 == 0:
        return {(c, r), (c - 1, r + 1), (c + 1, r + 1)}
    return {(c - 1, r), (c + 1, r), (c, r + 1)}


def borders(rows) -> dict[tuple, list[tuple[int, int]]]:
    """The spaces at each side, found by comparing every pair of corners."""
    found: dict[tuple, list] = {}
    for space in land_of(rows):
        for pair in combinations(sorted(corners(*space)), 2):
            found.setdefault(pair, []).append(space)
    return found


def flooded(rows, walls) -> set[frozenset]:
    """Provinces, space by space."""
    meeting = {s: b for s, b in borders(rows).items() if s not in walls and len(b) == 2}
    left, provinces = land_of(rows), set()
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            here = edge.pop()
            group.add(here)
            edge += [o for b in meeting.values() if here in b for o in b if o not in group]
        provinces.add(frozenset(group))
        left -= group
    return provinces


def named(board: BoardTopology, spaces: int) -> frozenset:
    return frozenset(space for space in board.spaces if board.bit(space) & spaces)


@pytest.mark.parametrize("rows", BOARDS)
def test_spaces_points_and_sides_are_those_of_the_rules(rows):
    board = board_of(rows)
    assert set(board.spaces) == land_of(rows)
    assert all(set(points_of(space)) == corners(*space) for space in board.spaces)
    meeting = borders(rows)
    assert {s for space in board.spaces for s in sides_of(space)} == set(meeting)
    assert set(board.inner) == {side for side, both in meeting.items() if len(both) == 2}
    assert board.coast == {side for side, both in meeting.items() if len(both) == 1}


@pytest.mark.parametrize("rows", BOARDS)
def test_neighbouring_points_are_the_ends_of_one_side(rows):
    board = board_of(rows)
    pairs = {side_between(a, b) for a, near in board.neighbours.items() for b in near}
    assert pairs == set(borders(rows))


@pytest.mark.parametrize("rows", BOARDS)
@pytest.mark.parametrize("seed", range(5))
def test_provinces_are_enclosed_by_walls_and_coast(rows, seed: int):
    board, luck = board_of(rows), Random(seed)
    sides = sorted(borders(rows))
    walls = set(luck.sample(sides, k=len(sides) * luck.choice((0, 2, 5, 8, 10)) // 10))
    parts = board.split(board.land, board.passages(walls))
    assert {named(board, part) for part in parts} == flooded(rows, walls)


def test_a_wall_on_the_coast_closes_no_passage():
    board = board_of(SMALL)
    assert board.passages(board.coast) == board.unwalled
    assert board.with_walls(Passages(0, 0), board.inner) == Passages(0, 0)


def test_symbols_and_open_spaces_are_distinguished():
    board = board_of((".TAHLS",))
    assert named(board, board.open_spaces) == {(0, 0)}
    assert [named(board, spaces) for spaces in board.symbol_spaces] == [
        {(0, c)} for c in range(1, 6)
    ]
    assert board.symbol_of == {(0, c): c - 1 for c in range(1, 6)}
