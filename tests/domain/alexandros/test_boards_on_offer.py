"""The boards on offer: the promises of each, and figures 1 to 3 on the near_east."""

import json
from collections import Counter

import pytest

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.wire.boards import (
    BOARD_IDS,
    BOARDS,
    board_from_json,
    board_json,
    board_named,
    parse_board,
    show_board,
)
from domain.errors import UnknownName
from domain.grids.triangular import Space
from tests.domain.grids.paths import path_sides, shortest_paths

INLINE = {"rows": ["~.T.A.H", "L...S", "..~.T."], "start": [1, 1]}


def test_an_unknown_board_is_refused_with_the_known_ones():
    with pytest.raises(UnknownName, match="near_east, asia_minor, tiny"):
        BOARDS.read("near_west")


@pytest.mark.parametrize("name", BOARD_IDS)
def test_a_board_on_offer_keeps_its_id_through_json(name: str):
    board = board_named(name)
    assert board.id == name
    assert board_from_json(json.loads(json.dumps(board_json(board)))) is board


def test_a_board_that_differs_from_the_one_of_its_id_loses_it():
    given_ = board_json(board_named("tiny"))
    assert board_from_json({**given_, "title": "Mine"}).id is None
    assert board_from_json({**INLINE, "id": "tiny"}).id is None
    assert board_from_json({**INLINE, "id": "gone"}).id is None


@pytest.mark.parametrize("name", BOARD_IDS)
def test_a_board_on_offer_is_stored_as_it_is_shown(name: str):
    board = board_named(name)
    again = parse_board(show_board(board), name)
    assert (again.id, again.symbols, again.places) == (name, board.symbols, board.places)
    assert show_board(again) == show_board(board)


@pytest.mark.parametrize("name", BOARD_IDS)
def test_places_of_a_board_on_offer_are_distinct_points_of_its_land(name: str):
    board = board_named(name)
    points = [place.point for place in board.places]
    assert set(points) <= set(board.topology.points)
    assert len(set(points)) == len(points)
    assert len({place.name for place in board.places}) == len(points)


@pytest.mark.parametrize(
    ("name", "least", "most"), [("near_east", 200, 240), ("asia_minor", 90, 110), ("tiny", 24, 30)]
)
def test_a_board_on_offer_has_the_size_it_promises(name: str, least: int, most: int):
    assert least <= len(board_named(name).symbols) <= most


@pytest.mark.parametrize("name", BOARD_IDS)
def test_symbols_take_40_to_48_percent_of_the_spaces_and_are_equally_often(name: str):
    board = board_named(name)
    often = [len(board.symbol_spaces[symbol]) for symbol in SYMBOLS]
    assert 0.40 <= sum(often) / len(board.symbols) <= 0.48
    assert max(often) - min(often) <= 1


@pytest.mark.parametrize("name", BOARD_IDS)
def test_equal_symbols_do_not_even_share_a_point(name: str):
    board = board_named(name)
    for symbol in SYMBOLS:
        touched = Counter(
            p for space in board.symbol_spaces[symbol] for p in board.topology.space_points[space]
        )
        assert max(touched.values()) == 1


@pytest.mark.parametrize("name", BOARD_IDS)
def test_no_more_than_four_symbol_spaces_lie_side_by_side(name: str):
    board = board_named(name)
    walls = sum(1 << side for side in _sides_between_symbol_and_open(board))
    labels = board.topology.components(walls)
    clusters = Counter(
        label for label, symbol in zip(labels, board.symbols, strict=True) if symbol is not None
    )
    assert max(clusters.values()) <= 4


def _sides_between_symbol_and_open(board: Board) -> set[int]:
    return {
        side
        for space, neighbours in enumerate(board.topology.neighbours)
        for neighbour, side in neighbours
        if (board.symbols[space] is None) != (board.symbols[neighbour] is None)
    }


@pytest.mark.parametrize("name", BOARD_IDS)
def test_every_symbol_is_within_four_sides_of_every_point(name: str):
    board = board_named(name)
    for symbol in SYMBOLS:
        for point in range(len(board.topology.points)):
            away = board.topology.distances(point)
            corners = (
                p for s in board.symbol_spaces[symbol] for p in board.topology.space_points[s]
            )
            assert min(away[p] for p in corners) <= 4


def test_the_near_east_starts_at_the_upper_left_and_has_18_to_30_names():
    board = board_named("near_east")
    x, y = board.start
    assert x <= 4
    assert y <= 2
    assert 18 <= len(board.places) <= 30


# Figures 1 to 3, on the near_east


def near_start(symbol: Symbol) -> Counter[int]:
    """Return the number of the symbol's spaces at each distance from the start."""
    board = board_named("near_east")
    away = board.topology.distances(board.start_point)
    corners = board.topology.space_points
    return Counter(min(away[p] for p in corners[s]) for s in board.symbol_spaces[symbol])


def from_start(x: int, y: int) -> int:
    board = board_named("near_east")
    return board.topology.point_index[(board.start[0] + x, board.start[1] + y)]


def lyre_space() -> Space:
    x, y = board_named("near_east").start
    return (y + 2, x + 1)


def test_f1_one_lyre_and_one_horse_are_closest_at_distance_2_and_a_horse_follows_at_3():
    lyres, horses = near_start(Symbol.LYRE), near_start(Symbol.HORSE)
    assert (min(lyres), lyres[2]) == (2, 1)
    assert (min(horses), horses[2]) == (2, 1)
    assert horses[3] >= 1


def test_f2_the_closest_lyre_is_the_down_space_two_rows_below_the_start():
    board = board_named("near_east")
    space = board.topology.space_index[lyre_space()]
    assert board.symbols[space] is Symbol.LYRE
    assert set(board.topology.space_points[space]) == {
        from_start(0, 2),
        from_start(2, 2),
        from_start(1, 3),
    }


def test_f2_one_way_of_two_sides_leads_to_its_east_point():
    board = board_named("near_east")
    assert len(shortest_paths(board.topology, board.start_point, from_start(2, 2))) == 1
    assert board.topology.distances(board.start_point)[from_start(2, 2)] == 2


def test_f3_three_ways_of_three_sides_lead_to_its_south_point_one_along_the_coast():
    board = board_named("near_east")
    topology = board.topology
    ways = shortest_paths(topology, board.start_point, from_start(1, 3))
    along_coast = [way for way in ways if set(path_sides(topology, way)) <= set(topology.coast)]
    assert [len(way) for way in ways] == [4, 4, 4]
    assert along_coast == [
        (board.start_point, from_start(-1, 1), from_start(0, 2), from_start(1, 3))
    ]


def test_f3_a_way_to_its_south_point_encloses_two_symbol_and_two_open_spaces():
    board = board_named("near_east")
    way = (board.start_point, from_start(1, 1), from_start(2, 2), from_start(1, 3))
    walls = sum(1 << side for side in path_sides(board.topology, way))
    labels = board.topology.components(walls)
    within = labels[board.topology.space_index[lyre_space()]]
    enclosed = [s for s, label in zip(board.symbols, labels, strict=True) if label == within]
    assert len(enclosed) == 4
    assert enclosed.count(None) == 2
