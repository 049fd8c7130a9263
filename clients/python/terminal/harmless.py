"""Text of strangers, made harmless before a terminal prints it."""

import unicodedata
from typing import Final

_INDENT: Final = "    "
_BETWEEN: Final = " · "
MOST_MARKS: Final = 3
"""The most combining marks kept on one letter; more would run over other lines."""


def harmless(text: str) -> str:
    """Return a text in one line, without anything that a terminal obeys.

    Controls and line breaks become ``\N{REPLACEMENT CHARACTER}``; characters that only change the
    order or the joining of others are left out, as they could make a line read as another.
    """
    kept: list[str] = []
    marks = 0
    for character in text:
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if kind != "Cf" and marks <= MOST_MARKS:
            kept.append("\N{REPLACEMENT CHARACTER}" if _commands(kind) else character)
    return "".join(kept)


def harmless_lines(text: str) -> list[str]:
    """Return the lines of a text, each harmless."""
    return [harmless(line) for line in text.split("\n")]


def width(text: str) -> int:
    """Return how many columns a harmless text takes."""
    return sum(map(_columns, text))


def cut(text: str, columns: int) -> str:
    """Return a harmless text that takes at most ``columns``, with an ellipsis if cut."""
    if width(text) <= columns:
        return text
    kept, taken = [], 1
    for character in text:
        taken += _columns(character)
        if taken > columns:
            break
        kept.append(character)
    return "".join(kept) + "…"


def fit(text: str, columns: int) -> str:
    """Return a harmless text, cut or filled with blanks to exactly ``columns``."""
    short = cut(text, columns)
    return short + " " * (columns - width(short))


def wrap(text: str, columns: int) -> list[str]:
    """Return a harmless text in lines of at most ``columns``, further ones indented.

    A line ends between two facts if it can, else after a word.
    """
    lines, rest = [], text
    while width(rest) > columns:
        first = cut(rest, columns + 1).removesuffix("…")
        ends = [first.rfind(_BETWEEN, columns // 2), first.rfind(" ", columns // 2), len(first)]
        end = next(each for each in ends if each >= 0)
        lines.append(rest[:end])
        rest = _INDENT + rest[end:].removeprefix(_BETWEEN).lstrip()
    return [*lines, rest]


def in_columns(lines: list[str], columns: int) -> list[str]:
    """Return lines side by side, read downwards, where as many as fit ``columns`` have room."""
    widest = max(map(width, lines), default=0) + 2
    beside = max(1, columns // widest)
    high = -(-len(lines) // beside)
    return ["".join(fit(line, widest) for line in lines[row::high]).rstrip() for row in range(high)]


def _commands(kind: str) -> bool:
    return kind in {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
