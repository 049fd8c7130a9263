"""The faults of inline boards: all at once, each at its place, the first as games refuse it."""

import copy
from typing import Any

import pytest

from domain.errors import BoardInvalid
from domain.kernel.rulesets import rulesets
from domain.record.visibility import JsonObject

BOARDS = [(each.id, name) for each in rulesets().values() for name in each.wire.boards.ids]
ROWS = [".T.A.H.", "L..S.T.", ".H.L..S"]


def stated(ruleset: str, board: str) -> JsonObject:
    wire = rulesets()[ruleset].wire
    return copy.deepcopy(wire.boards.json(wire.boards.read(board)))


def found(ruleset: str, board: Any) -> list[tuple[str, JsonObject | None]]:
    """The codes and places of all faults; a game is refused for the first."""
    wire = rulesets()[ruleset].wire
    faults = list(wire.boards.faults(board))
    assert faults
    with pytest.raises(BoardInvalid) as refusal:
        wire.boards.read(board)
    assert refusal.value.errors == {"board": [faults[0].message]}
    return [(fault.code, fault.place) for fault in faults]


@pytest.mark.parametrize(("ruleset", "board"), BOARDS)
def test_a_board_on_offer_has_no_faults(ruleset: str, board: str):
    assert list(rulesets()[ruleset].wire.boards.faults(stated(ruleset, board))) == []


def test_a_map_of_triangles_shows_letters_islands_and_the_start():
    rows = [*ROWS, "~~~~~~~", "x.~~~~.", "~~~~!~~"]
    assert found("alexandros", {"rows": rows, "start": [1, 0]}) == [
        ("unknown_letter", {"space": [4, 0]}),
        ("unknown_letter", {"space": [5, 4]}),
        ("not_connected", {"space": [4, 1]}),
        ("not_connected", {"space": [4, 6]}),
        ("start_off_land", {"point": [1, 0]}),
    ]


def test_a_map_of_triangles_shows_what_it_lacks():
    lacking = found("alexandros", {"rows": ["T."], "start": [0, 0]})
    assert lacking == [("no_symbol", None)] * 4
    assert found("alexandros", {"rows": [], "start": [0, 0]}) == [("no_land", None)]


def test_a_map_of_triangles_shows_places_off_its_grid_and_without_a_name():
    places = [{"point": [0, 1], "name": "Tyre"}, {"point": [0, 0], "name": " "}]
    assert found("alexandros", {"rows": ROWS, "start": [0, 0], "places": places}) == [
        ("place_off_grid", {"point": [0, 1]}),
        ("place_unnamed", {"point": [0, 0]}),
    ]


def test_land_past_the_bound_is_not_looked_at_any_further():
    rows = ["." * 60] * 1000
    assert found("alexandros", {"rows": rows, "start": [999, 999]}) == [
        ("too_many_spaces", {"space": [6, 40]}),
        *[("no_symbol", None)] * 5,
    ]


def test_an_island_shows_hexes_and_harbours():
    board = stated("settlers", "first_island")
    board["hexes"][0]["token"] = 7
    board["hexes"][1]["terrain"] = "lake"
    board["hexes"].append({"hex": [9, 9], "terrain": "desert", "token": 4})
    board["harbours"] += [{"edge": 4, "resource": "gold"}, {"edge": 4, "resource": None}]
    board["harbours"].append({"edge": 30, "resource": None})
    assert found("settlers", board) == [
        ("token_needed", {"hex": [0, -2]}),
        ("terrain_unknown", {"hex": [1, -2]}),
        ("desert_token", {"hex": [9, 9]}),
        ("not_connected", {"hex": [9, 9]}),
        ("harbour_resource", {"edge": 4}),
        ("harbour_twice", {"edge": 4}),
        ("harbour_inland", {"edge": 30}),
    ]


def test_an_island_too_small_without_a_desert_shows_both():
    tiles = [{"hex": [0, 0], "terrain": "hills", "token": 3}]
    codes = [code for code, _ in found("settlers", {"hexes": tiles})]
    assert codes == ["no_desert", "too_few_corners"]


def test_an_island_to_be_laid_by_chance_shows_its_numbers_of_hexes_and_harbours():
    board = stated("settlers", "standard")
    del board["hexes"][0], board["harbours"][1:]
    codes = [code for code, _ in found("settlers", board)]
    assert codes == ["standard_hexes", "standard_harbours"]


def test_too_many_hexes_are_not_looked_at_any_further():
    tiles = [{"hex": [q, 0], "terrain": "lake", "token": 7} for q in range(1000)]
    assert found("settlers", {"hexes": tiles}) == [("too_many_hexes", None)]


def test_a_route_shows_where_it_breaks_and_what_it_lacks():
    board = stated("alexander_the_great", "campaign")
    first = board["route"][0]
    board["route"][3] = {**first, "kind": "empty"}
    del board["route"][-1]
    told = found("alexander_the_great", board)
    last = {"corner": board["route"][-1]["corner"]}
    assert ("route_twice", {"corner": first["corner"]}) in told
    assert ("route_broken", {"corner": board["route"][4]["corner"]}) in told
    assert ("route_end", last) in told
    assert ("route_gates", last) in told


def test_a_name_off_the_board_is_shown_by_its_hex():
    board = stated("alexander_the_great", "campaign")
    board["names"].append({"hex": [40, 40], "name": "Thule"})
    assert found("alexander_the_great", board) == [("name_off_board", {"hex": [40, 40]})]


@pytest.mark.parametrize("ruleset", rulesets())
def test_what_has_not_the_form_of_a_board_is_malformed(ruleset: str):
    wire = rulesets()[ruleset].wire
    for board in ({"colour": "red"}, {"title": 7}, {"title": "a\nb"}):
        with pytest.raises(BoardInvalid):
            list(wire.boards.faults(board))
