"""Names and titles of strangers, before a terminal prints them."""

import pytest

from clients.python.terminal.harmless import cut, fit, harmless, width, wrap


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b[2J\x1b[H",
        "\x9b31m",
        "\x1b]52;c;cm0gLXJm\x07",
        "line\r\nbreak\u2028more\u2029",
        "\u202eevil\u2066",
        "\ud800",
        "\x00\x7f\x85",
    ],
)
def test_nothing_is_left_that_a_terminal_obeys(hostile: str) -> None:
    kept = harmless(hostile)
    assert kept.isprintable() or not kept
    assert "\x1b" not in kept


def test_letters_of_all_scripts_and_emoji_stay() -> None:
    assert harmless("Žofie 游戏 🎲 Ωμέγα") == "Žofie 游戏 🎲 Ωμέγα"


def test_marks_that_would_run_over_other_lines_are_left_out() -> None:
    assert harmless("Z" + "\u0301" * 50) == "Z" + "\u0301" * 3


def test_wide_characters_take_two_columns_and_are_cut_by_columns() -> None:
    assert width("游戏a\u0301") == 5
    assert cut("游戏游戏", 5) == "游戏…"
    assert fit("游", 4) == "游  "


def test_a_long_line_is_wrapped_at_blanks_and_a_long_word_anywhere() -> None:
    assert wrap("one two three four", 10) == ["one two", "    three", "    four"]
    assert all(width(line) <= 10 for line in wrap("游" * 30, 10))
    assert wrap("short", 10) == ["short"]
