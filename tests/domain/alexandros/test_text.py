"""A position in lines of text: what the view tells, no more, and the drawing can be taken back."""

import pytest

from domain.alexandros.notation import parse, position_of
from domain.alexandros.text import text
from domain.visibility import Viewer
from tests.domain.alexandros.given import given, given_deal, march
from tests.domain.alexandros.lands import AT_START, TWO_HALVES, governed

HALVES = governed(TWO_HALVES, (" T   .   A", " T0  .   A"))


def lines(scene, viewer: Viewer, start: str) -> list[str]:
    return [each for each in text(scene.state, viewer).splitlines() if each.startswith(start)]


def test_each_province_is_told_with_its_symbols_and_holder():
    assert lines(given(HALVES), Viewer(), "province") == [
        "province 0,0: size 15, yield 10, held by seat 0 from 0,1: "
        "temple 0,1 1,3; amphora 0,3; horse 2,2; soldier 1,0",
        "province 0,5: size 15, yield 10, free: amphora 1,6; horse 0,6; lyre 0,8 2,5; soldier 2,8",
    ]


def test_a_hand_is_told_to_its_seat_alone_until_the_game_is_over():
    scene = given(AT_START, hands=("LLH", "T"))
    assert lines(scene, Viewer(), "hand") == []
    assert lines(scene, Viewer(0), "hand") == ["hand of seat 0: 1 horse, 2 lyre"]
    assert lines(scene, Viewer(2), "hand") == ["hand of seat 2: none"]
    assert len(lines(scene, Viewer(over=True), "hand")) == 3


def test_alexander_is_told_where_he_is():
    scene = given(AT_START, phase="march", marching="horse")
    assert lines(scene, Viewer(), "Alex") == ["Alexander: at point 0,0, on no space"]
    after = scene.when(march((2, 2), (0, 0), (1, 1), (2, 2)))
    assert lines(after, Viewer(), "Alex") == ["Alexander: at point 2,2, on space 2,2"]


@pytest.mark.parametrize("board", ["tiny", "near_east"])
def test_the_drawing_in_it_is_the_position(board: str):
    scene = given_deal(board=board)
    assert parse(text(scene.state, Viewer(1))) == position_of(scene.state)
