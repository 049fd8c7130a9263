"""A position told line by line in no language: codes of texts and values, as refusals have them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Said:
    """A text by its code, with raw values for its gaps; ``n`` decides between one and several.

    A value may be a text itself, an enum's member, the counts of members, a place's coordinates
    as a tuple, a list of any of these, or who sits at a seat; all else stands for itself.
    """

    code: str
    gaps: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: told by its number, which moves name, and by its player."""

    seat: int


LETTERS = 3
"""How many letters of a word stand for it in a drawing."""


@dataclass(frozen=True, slots=True)
class Short:
    """A word by its first letters, for a drawing."""

    word: Enum


@dataclass(frozen=True, slots=True)
class Row:
    """A line put together from signs, which are the same for everybody, and what is said."""

    parts: tuple[str | Short | Said, ...]


Line = str | Said | Row
"""A line of signs alone, one to be said, or one of both."""


def said(code: str, /, **gaps: object) -> Said:
    """The text of a code with these values."""
    return Said(code, gaps)
