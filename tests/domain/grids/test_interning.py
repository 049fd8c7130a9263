"""Equal content is one object, and nothing is kept that nobody uses."""

import gc
from weakref import ref

import pytest

from domain.alexandros.places import provinces_of
from domain.grids.interning import RECENT, Shared, memoized
from domain.kernel.rulesets import ruleset_named
from tests.domain import huge_boards

BOARDS = {"alexandros": huge_boards.triangles, "settlers": huge_boards.hexes}
for_each_board = pytest.mark.parametrize("name", BOARDS)


class Thing:
    """Something that can be held weakly."""


@for_each_board
def test_equal_boards_are_one_object_with_one_topology(name: str):
    ruleset, given = ruleset_named(name), BOARDS[name](7)
    one, same, other = (ruleset.wire.boards.read(BOARDS[name](n)) for n in (7, 7, 8))
    again = ruleset.wire.boards.read(ruleset.wire.boards.json(one))
    assert one is same is again
    assert ruleset.wire.boards.read({**given, "title": "Isle"}).topology is one.topology
    assert other is not one


@for_each_board
def test_no_board_outlives_its_games_however_many_there_were(name: str):
    ruleset = ruleset_named(name)
    boards = [ref(ruleset.wire.boards.read(BOARDS[name](n))) for n in range(100, 100 + 5 * RECENT)]
    gc.collect()
    assert sum(board() is not None for board in boards) <= RECENT


def test_the_cache_of_a_walled_board_goes_with_the_board():
    board = ruleset_named("alexandros").wire.boards.read(huge_boards.triangles(3))
    topology = ref(board.topology)
    assert provinces_of(board, 0) is provinces_of(board, 0)
    for number in range(100, 100 + 2 * RECENT):
        ruleset_named("alexandros").wire.boards.read(huge_boards.triangles(number))
    del board
    gc.collect()
    assert topology() is None


def test_an_object_is_made_once_while_it_is_in_use():
    shared: Shared[Thing] = Shared()
    one = shared.get("a", Thing)
    for number in range(2 * RECENT):
        shared.get(number, Thing)
    assert shared.get("a", Thing) is one


def test_a_result_is_worked_out_once_and_only_so_many_are_remembered():
    worked_out: list[int] = []

    @memoized(2)
    def doubled(_owner: Thing, number: int) -> int:
        worked_out.append(number)
        return 2 * number

    owner = Thing()
    assert [doubled(owner, n) for n in (1, 1, 2, 1, 3, 3, 1)] == [2, 2, 4, 2, 6, 6, 2]
    assert worked_out == [1, 2, 3, 1]
    assert doubled(Thing(), 3) == 6
    assert worked_out == [1, 2, 3, 1, 3]
