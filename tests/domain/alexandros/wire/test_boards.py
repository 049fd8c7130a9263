import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.alexandros.board import SYMBOLS, Board, Symbol
from domain.alexandros.wire.boards import (
    board_from_json,
    board_json,
    parse_board,
    show_board,
    topology_json,
)
from domain.errors import BoardInvalid
from domain.grids.triangular import Point
from tests.domain.alexandros.strategies import boards

ROWS = ["~.T.A.H", "L...S", "..~.T."]
INLINE = {"rows": ROWS, "start": [1, 1]}
TEXT = """\
title: Small
start: 1 1
place: 2 0 Pella
place: 3 1 New Ilium
---
~.T.A.H
L...S
..~.T.
"""


def refusal(**changed: object) -> str:
    with pytest.raises(BoardInvalid) as caught:
        board_from_json({**INLINE, **changed})
    return str(caught.value)


def text_refusal(text: str) -> str:
    with pytest.raises(BoardInvalid) as caught:
        parse_board(text)
    return str(caught.value)


def strip(spaces: int) -> list[str]:
    return ["TAHLS" + "." * (spaces - 5)]


# The text form


def test_a_board_is_read_from_its_text():
    board = parse_board(TEXT, "small")
    assert (board.id, board.title, board.start) == ("small", "Small", (1, 1))
    assert [(place.point, place.name) for place in board.places] == [
        ((2, 0), "Pella"),
        ((3, 1), "New Ilium"),
    ]
    assert board.rows == tuple(ROWS)
    assert board.topology.points[board.start_point] == (1, 1)


def test_letters_stand_for_the_symbols_in_the_order_of_the_rules():
    assert [symbol.value for symbol in SYMBOLS] == ["temple", "amphora", "horse", "lyre", "soldier"]
    assert "".join(symbol.letter for symbol in SYMBOLS) == "TAHLS"


def test_each_space_has_the_symbol_of_its_character():
    board = board_from_json(INLINE)
    at = dict(zip(board.topology.spaces, board.symbols, strict=True))
    assert at[(0, 1)] is None
    assert at[(0, 2)] is Symbol.TEMPLE
    assert at[(1, 4)] is Symbol.SOLDIER
    assert (0, 0) not in at


def test_the_spaces_of_a_symbol_are_listed_by_index():
    board = board_from_json(INLINE)
    temples = [board.topology.spaces[space] for space in board.symbol_spaces[Symbol.TEMPLE]]
    assert temples == [(0, 2), (2, 4)]


def test_blank_and_tilde_are_both_no_land():
    dry = board_from_json({**INLINE, "rows": [row.replace("~", " ") for row in ROWS]})
    assert dry.topology is board_from_json(INLINE).topology


def test_points_may_lie_left_of_the_first_column():
    board = board_from_json({"rows": ["TAHLS."], "start": [-1, 1]})
    assert board.topology.points[board.start_point] == (-1, 1)


@given(boards())
def test_a_shown_board_is_parsed_to_the_same_board(board: Board):
    again = parse_board(show_board(board))
    assert (again.title, again.start, again.places) == (board.title, board.start, board.places)
    assert again.rows == board.rows
    assert again.symbols == board.symbols
    assert again.topology is board.topology


@given(boards())
def test_a_board_is_read_back_from_its_json(board: Board):
    assert board_from_json(json.loads(json.dumps(board_json(board)))) is board


@given(boards())
def test_every_space_is_open_or_in_the_list_of_its_symbol(board: Board):
    listed = {space: s for s in SYMBOLS for space in board.symbol_spaces[s]}
    assert [listed.get(space) for space in range(len(board.symbols))] == list(board.symbols)


def test_equal_inline_boards_are_one_board():
    assert board_from_json(INLINE) is board_from_json({**INLINE, "rows": list(ROWS)})


def test_blanks_around_a_title_are_dropped():
    assert board_from_json({**INLINE, "title": "  Small "}).title == "Small"


# Refusals


def test_a_board_without_land_is_refused():
    assert "no land" in refusal(rows=["~ ~"])
    assert "no land" in refusal(rows=[])


def test_a_board_without_an_open_space_is_refused():
    assert "no open space" in refusal(rows=["TAHLS"], start=[0, 0])


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_board_that_lacks_a_symbol_is_refused(symbol: Symbol):
    rows = [row.replace(symbol.letter, ".") for row in ROWS]
    assert f"no {symbol.value} space" in refusal(rows=rows)


def test_a_board_of_400_spaces_is_allowed_and_one_more_is_not():
    assert len(board_from_json({"rows": strip(400), "start": [0, 0]}).symbols) == 400
    message = refusal(rows=strip(401), start=[0, 0])
    assert "Row 0, column 400" in message
    assert "401 spaces" in message


def test_land_apart_from_the_rest_is_refused_with_its_place():
    assert "Row 1, column 8" in refusal(rows=["TAHLS.", "~~~~~~~~.."], start=[0, 0])


def test_land_that_touches_the_rest_in_one_point_only_is_apart():
    assert "Row 0, column 7" in refusal(rows=["TAHLS.~."], start=[0, 0])


def test_a_start_off_the_land_is_refused():
    assert "[10, 10]" in refusal(start=[10, 10])
    assert "[2, 1]" in refusal(start=[2, 1])


@pytest.mark.parametrize("letter", ["x", "t", "\t", "\n", "–", "\ud800", "\x00"])
def test_an_unknown_character_is_refused_with_row_and_column(letter: str):
    message = refusal(rows=["~.T.A.H", f"L.{letter}.S"])
    assert "Row 1, column 2" in message
    assert repr(letter) in message


def test_a_board_is_an_object():
    for given_ in (None, [], 7, True):
        with pytest.raises(BoardInvalid, match="object"):
            board_from_json(given_)


def test_unknown_fields_are_refused_by_name():
    assert "'colour'" in refusal(colour="red")


def test_missing_rows_and_start_are_refused():
    with pytest.raises(BoardInvalid, match="rows"):
        board_from_json({"start": [0, 0]})
    with pytest.raises(BoardInvalid, match="start"):
        board_from_json({"rows": ROWS})


@pytest.mark.parametrize(
    ("field", "wrong", "shown"),
    [
        ("rows", "TAHLS.", "'TAHLS.'"),
        ("rows", [["T"]], "row 0 is no string but ['T']"),
        ("rows", ["TAHLS.", None], "row 1 is no string but None"),
        ("start", [0], "[0]"),
        ("start", [0, 1.0], "[0, 1.0]"),
        ("start", [True, 1], "[True, 1]"),
        ("start", "0 0", "'0 0'"),
        ("start", None, "None"),
        ("title", 7, "7"),
        ("title", None, "None"),
        ("id", 7, "7"),
        ("places", {}, "{}"),
        ("places", None, "None"),
        ("place", ["Tyre"], "'Tyre'"),
        ("place", [{"point": [0, 0]}], "{'point': [0, 0]}"),
        ("place", [{"point": [0, 0], "name": "Tyre", "size": 3}], "'size': 3"),
        ("point", [{"point": [0], "name": "Tyre"}], "[0]"),
        ("name", [{"point": [0, 0], "name": 3}], "3"),
    ],
)
def test_a_wrong_type_is_refused_with_field_and_value(field: str, wrong: object, shown: str):
    message = refusal(**{"places" if field in ("place", "point", "name") else field: wrong})
    assert field in message
    assert shown in message


def test_a_long_wrong_value_is_not_repeated_in_full():
    assert len(refusal(start="x" * 50_000)) < 200


def test_absurd_sizes_are_refused():
    assert "1001 rows" in refusal(rows=["."] * 1001)
    assert "Row 1 has 1001 columns" in refusal(rows=["TAHLS.", " " * 1001])
    places = [{"point": [0, 0], "name": "Tyre"}] * 101
    assert "101 places" in refusal(places=places)


def test_titles_and_names_have_a_greatest_length():
    assert "80" in refusal(title="x" * 81)
    assert "60" in refusal(places=[{"point": [0, 0], "name": "x" * 61}])


@pytest.mark.parametrize("letter", ["\n", "\x1b", "\ud800", "\u200f", "\x7f"])
def test_lettering_is_one_line_of_printable_characters(letter: str):
    assert "printable" in refusal(title=f"a{letter}b")
    assert "printable" in refusal(places=[{"point": [0, 0], "name": f"a{letter}b"}])


def test_a_place_has_a_name():
    assert "no name" in refusal(places=[{"point": [0, 0], "name": "  "}])


@pytest.mark.parametrize("point", [[0, 1], [-2, 0], [0, -2], [2000, 0], [10**40, 0]])
def test_a_place_lies_on_a_point_of_the_grid(point: Point):
    assert "no point of the grid" in refusal(places=[{"point": point, "name": "Tyre"}])


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_no_value_of_any_field_breaks_the_check(value: object):
    for field in ("rows", "start", "title", "places", "id"):
        with suppress(BoardInvalid):
            board_from_json({**INLINE, field: value})


def test_a_text_needs_its_rule_and_its_start():
    assert "'---'" in text_refusal("title: Small\nstart: 0 0\nTAHLS.\n")
    assert "start" in text_refusal("title: Small\n---\nTAHLS.\n")


def test_an_unknown_or_broken_line_of_the_heading_is_refused_with_its_number():
    assert "Line 2: 'colour'" in text_refusal("start: 0 0\ncolour: red\n---\nTAHLS.\n")
    assert "Line 1: '0'" in text_refusal("start: 0\n---\nTAHLS.\n")
    assert "Line 2: 'Tyre'" in text_refusal("start: 0 0\nplace: Tyre\n---\nTAHLS.\n")


def test_a_title_may_contain_the_rule():
    assert parse_board("title: a ---\nstart: 0 0\n---\nTAHLS.\n").title == "a ---"


# The topology as JSON


def test_the_topology_names_spaces_points_and_sides_with_drawing_coordinates():
    board = board_from_json({"rows": ["TAHLS."], "start": [0, 0]})
    shown = topology_json(board)
    assert shown["spaces"][1] == {
        "space": [0, 1],
        "up": False,
        "symbol": "amphora",
        "points": [[0, 0], [1, 1], [2, 0]],
    }
    assert shown["spaces"][5]["symbol"] is None
    assert shown["points"][0] == {"point": [-1, 1], "at": [-0.5, 0.866]}
    assert shown["sides"][:2] == [
        {"side": [[-1, 1], [0, 0]], "coast": True},
        {"side": [[-1, 1], [1, 1]], "coast": True},
    ]
    assert {"side": [[0, 0], [1, 1]], "coast": False} in shown["sides"]


@given(boards())
def test_the_topology_is_whole_and_fit_for_json(board: Board):
    shown = json.loads(json.dumps(topology_json(board)))
    assert [tuple(each["space"]) for each in shown["spaces"]] == list(board.topology.spaces)
    assert [tuple(each["point"]) for each in shown["points"]] == list(board.topology.points)
    assert len(shown["sides"]) == len(board.topology.sides)
