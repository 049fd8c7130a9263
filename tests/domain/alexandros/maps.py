"""Small boards of Alexandros as text, to put walls and governors on."""

AT_START = """\
    start: 0 0
        @       +       +       +       +       +
        .   T   .   A   .   .   H   .   L   .
    +       +       +       +       +       +
        S   .   .   T   .   .   A   .   .   .
        +       +       +       +       +       +
        .   .   H   .   .   L   .   .   S   .
    +       +       +       +       +       +
    """

IN_THE_MIDDLE = """\
    start: 0 0
        +       +       +       +       +       +
        .   T   .   A   .   .   H   .   L   .
    +       +       +       @       +       +
        S   .   .   T   .   .   A   .   .   .
        +       +       +       +       +       +
        .   .   H   .   .   L   .   .   S   .
    +       +       +       +       +       +
    """

STRIP = """\
    start: 0 0
        @       +       +
        T   A   H   L   S   .
    +       +       +       +
    """

FULL_STRIP = """\
    start: 0 0
        @       +       +
        T0  A0  H1  L1  S2  .
    +       +       +       +
    """

TWO_HALVES = """\
    start: 0 0
        @       +       +       +       +       +
        .   T   .   A   . \\ .   H   .   L   .
    +       +       +       +       +       +
        S   .   .   T   . / .   A   .   .   .
        +       +       +       +       +       +
        .   .   H   .   . \\ L   .   .   S   .
    +       +       +       +       +       +
    """
"""West: 10 open spaces and T A S T H; east: 10 open spaces and H L A L S."""


def edited(text: str, *changes: tuple[str, str]) -> str:
    """The text with each of the changes made in the one place where it fits."""
    for old, new in changes:
        assert text.count(old) == 1, (old, text.count(old))
        text = text.replace(old, new)
    return text
