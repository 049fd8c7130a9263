"""The part of a board that a terminal shows, and its colours."""

from clients.python.terminal.canvas import Canvas, middle, paint


def board() -> Canvas:
    canvas = Canvas()
    for line in range(10):
        canvas.put(line, -5, f"{line}" + "." * 19)
    return canvas


def test_a_board_that_fits_is_shown_whole() -> None:
    canvas = board()
    assert canvas.window((0, 0), 24, 80) == canvas.extent
    assert canvas.rows(canvas.extent, colours=False)[3] == "3" + "." * 19


def test_of_a_larger_board_the_part_around_the_focus_is_shown() -> None:
    rows = board().rows(board().window((9, 0), 4, 80), colours=False)
    assert [row[0] for row in rows] == ["6", "7", "8", "9"]


def test_colours_come_only_where_they_are_wanted() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "s0", "red")
    assert canvas.rows(canvas.extent, colours=False) == ["s0"]
    assert canvas.rows(canvas.extent, colours=True) == ["\x1b[1;31ms0\x1b[0m"]
    assert paint("x", "no such style", colours=True) == "x"


def test_the_middle_of_nothing_is_what_is_named_instead() -> None:
    assert middle([], (3, 4)) == (3, 4)
    assert middle([(0, 0), (4, 8)], (3, 4)) == (2, 4)
