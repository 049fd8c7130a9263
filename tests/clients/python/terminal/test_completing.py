"""What Tab offers."""

from clients.python.terminal.completing import completions, kinds

ROADS = [f"road {number}" for number in range(40)]


def test_the_fitting_lines_are_offered_whatever_their_case() -> None:
    assert completions("BU", ["buy", "build", "end"]) == ["build", "buy"]


def test_of_very_many_lines_the_next_word_is_offered() -> None:
    assert completions("", [*ROADS, "end"]) == ["end", "road "]
    assert completions("road 1", ROADS)[:2] == ["road 1", "road 10"]


def test_the_kinds_of_moves_are_counted() -> None:
    assert kinds(["road 1", "road 2", "end"]) == "road 2, end"
