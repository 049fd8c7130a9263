"""Lines of text in no language: codes and raw values, as in refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


# Raw values, so that a position is worked out once and shown in any language.
@dataclass(frozen=True, slots=True)
class Text:
    """A text by its code, with values for its gaps; the value ``n`` selects the plural form.

    A value is a text, an enum member, counts by member, a place's coordinates as a tuple, a list
    of these, or the player at a seat; any other value is shown with ``str``.
    """

    code: str
    gaps: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlayerAt:
    """The player at a seat, shown with the seat's number, which moves refer to."""

    seat: int


# Enough to distinguish the terrains in each of our languages.
ABBREVIATED = 3
"""Letters of an abbreviated word."""


@dataclass(frozen=True, slots=True)
class Abbreviated:
    """The first letters of a word, for a drawing."""

    word: Enum


@dataclass(frozen=True, slots=True)
class TextRow:
    """A line of signs, which need no translation, and texts."""

    parts: tuple[str | Abbreviated | Text, ...]


Line = str | Text | TextRow
"""A line of signs, a text, or a mixture."""


def text(code: str, /, **gaps: object) -> Text:
    """Return the text of a code with these values."""
    return Text(code, gaps)
