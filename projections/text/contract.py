"""The contract of a ruleset's texts: its rules, its words and its positions in lines."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any

from domain.kernel.rulesets import rulesets
from domain.record.visibility import Viewer
from projections.text.line import Line, Text


@dataclass(frozen=True, slots=True)
class SectionText:
    """A section of the rules; one without numbered rules is a single text."""

    id: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveWords:
    """A move in a few words, for a message that offers it.

    ``is_open`` is True if the move is legal in its phase for any hand of the seat, so that an offer
    on a locked screen reveals nothing of the hand.
    """

    words: Text
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Telling:
    """A ruleset in prose: ``TELLING`` of ``projections.text.<ruleset>``.

    ``sections`` are in reading order. ``words`` holds, for each enum of the ruleset, the prefix
    of its members' codes: ``alexandros.symbol`` makes ``alexandros.symbol_lyre``. ``lines`` shows a
    position as a viewer may see it. ``choice`` puts a legal move of a position in words, or returns
    None if messages offer none of its kind, as one needs the board to judge it. All versions of the
    rules share one telling.
    """

    sections: tuple[SectionText, ...]
    # The prefixes are stated, so that moving or renaming a class changes no text.
    words: Mapping[type[Enum], str]
    lines: Callable[[Any, Viewer], Iterable[Line]]
    choice: Callable[[Any, Any], MoveWords | None] = lambda _, __: None


def telling_of(ruleset: str) -> Telling:
    """Return the prose of a ruleset on offer."""
    # By name: a ruleset's folders name it, and no list here has to.
    telling: Telling = import_module(f"{__package__}.{ruleset}").TELLING
    return telling


def word_code(member: Enum) -> str:
    """Return the code of an enum member's word, such as ``alexandros.symbol_lyre``."""
    return f"{_prefix(type(member))}_{member.value}"


@cache
def _prefix(kind: type[Enum]) -> str:
    # Sought in every ruleset: a refusal of settlers may name a word of its scenario.
    words = (telling_of(ruleset).words for ruleset in rulesets())
    return next(each[kind] for each in words if kind in each)


def numbered(letter: str, first: int, last: int) -> tuple[str, ...]:
    """Return the numbers of consecutive rules, such as ``A1`` to ``A9``."""
    return tuple(f"{letter}{number}" for number in range(first, last + 1))
