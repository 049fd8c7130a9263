"""Positions as text: nothing is lost, for ``parse(draw(position))`` is the same position."""

from textwrap import dedent

import pytest

from domain.alexandros.wire import notation
from domain.alexandros.wire.notation import draw, position_of
from domain.errors import Malformed
from tests.domain.alexandros.drawn import parse
from tests.domain.alexandros.given import given, given_deal, march
from tests.domain.alexandros.maps import AT_START, TWO_HALVES, edited


def test_a_position_is_drawn_as_one_would_write_it():
    text = edited(
        TWO_HALVES,
        (" T   .   A", "*T   .   A"),
        ("H   .   L", "H1  .   L"),
        ("@       +", "@=======+"),
    )
    assert draw(parse(dedent(text))).splitlines() == dedent(text).rstrip().splitlines()


def test_the_example_in_the_notations_own_words_is_a_position():
    example = (notation.__doc__ or "").partition("::\n\n")[2].partition("\n\n")[0]
    position = parse(dedent(example))
    assert draw(position) == dedent(example)
    assert position.walls == {
        ((0, 0), (1, 1)): "black", ((1, 1), (3, 1)): "black", ((3, 1), (4, 0)): "red"
    }  # fmt: skip
    assert position.governors == {(0, 3): 1, (1, 0): 0}
    assert (position.point, position.space) == ((3, 1), (1, 2))


def test_a_march_shows_its_walls_and_alexanders_new_place():
    scene = given(AT_START, phase="march", marching="horse")
    after = scene.when(march((2, 2), (0, 0), (1, 1), (2, 2), (3, 3)))
    drawing = """\
        start: 0 0
            +       +       +       +       +       +
            . \\ T   .   A   .   .   H   .   L   .
        +       +       +       +       +       +
            S   . \\ .   T   .   .   A   .   .   .
            +       +       +       +       +       +
            .   .  *H \\ .   .   L   .   .   S   .
        +       +       @       +       +       +
        """
    assert draw(position_of(after.state)).splitlines() == dedent(drawing).rstrip().splitlines()


@pytest.mark.parametrize("board", ["tiny", "asia_minor", "near_east"])
def test_the_boards_of_the_house_are_shown_and_parsed(board):
    scene = given_deal(board=board)
    position = parse(draw(position_of(scene.state)))
    assert position == position_of(scene.state)
    shown = [row.replace("~", " ").rstrip() for row in scene.state.table.board.rows]
    assert list(position.rows) == shown[: len(position.rows)]


@pytest.mark.parametrize(
    "text",
    ["", "start: 0\n@", "begin: 0 0\n    @", "start: 0 0\n    +", "start: 0 0\n    @\n"],
    ids=repr,
)
def test_a_text_without_start_land_or_alexander_is_turned_down(text):
    with pytest.raises(Malformed):
        parse(text)
