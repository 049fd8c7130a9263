"""Checks of text that others see: no characters that are hidden or disturb other text."""

import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple

import regex

from domain.errors import Malformed
from service.texts import DEFAULT, text

# Greek needs three that stack, Hebrew with cantillation five. Marks that Burmese and Indic scripts
# write beside a letter or join to it do not stack; words have up to six.
MOST_MARKS, MOST_POINTS, MOST_IN_A_ROW = 3, 5, 8
"""Marks that stack on a letter, points of Hebrew and Arabic letters, and marks of any kind."""

_CONTROLS = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]")
_TURNING = regex.compile(r"\p{Bidi_Control}")
# Blanks that Unicode does not count as default ignorable, and the object replacement character.
_BLANKS = r"\u2800\uFFFC\U00013441\U00013442\U00016FE4\U0001D159"
_HIDDEN = regex.compile(
    rf"(?V1)[[\p{{Default_Ignorable_Code_Point}}\p{{Cf}}{_BLANKS}]--\p{{Prepended_Concatenation_Mark}}]"
)
_FLAG = r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6}\U000E007F"
_EMOJI = rf"(?:{_FLAG}|\p{{Extended_Pictographic}}\p{{Emoji_Modifier}}?[\uFE0E\uFE0F]?)"
_MONGOLIAN, _VARIANT = r"[\p{Script=Mongolian}&&\p{L}]", r"[\u180B-\u180D\u180F]"
_ALLOWED = regex.compile(
    r"(?V1)(?<=[\p{L}\p{M}])\p{Join_Control}(?=[\p{L}\p{M}])"
    r"|(?<=\p{L}\p{M}*\p{Canonical_Combining_Class=Virama})\p{Join_Control}"
    r"|(?<=\p{Unified_Ideograph})[\uFE00-\uFE02\U000E0100-\U000E01EF]"
    rf"|(?<={_MONGOLIAN}){_VARIANT}|(?<={_MONGOLIAN}{_VARIANT}?)\u180E(?={_MONGOLIAN})"
    rf"|{_EMOJI}(?:\u200D{_EMOJI})*|[0-9#*]\uFE0F\u20E3"
)
"""Hidden characters that change how their neighbours are drawn.

Joiners between letters and after a virama, variants of Han and Mongolian letters, emoji and their
sequences.
"""
_ROW = regex.compile(
    r"(?V1)(?P<pointed>[[\p{Script=Hebrew}\p{Script=Arabic}]--\p{M}])?"
    r"(?P<marks>(?:\p{M}\p{Join_Control}?)+)"
)
_STACKING = regex.compile(r"(?V1)\p{Me}|[\p{Mn}--\p{Canonical_Combining_Class=Not_Reordered}]")
_SEEN = regex.compile(r"[^\p{M}\p{Z}\p{C}]")

Case = Literal["control", "turning", "hidden", "marks", "blank"]


class TextFault(NamedTuple):
    """The first character of a text that is refused, and why."""

    case: Case
    character: str

    def words(self, language: str) -> str:
        """Return the sentence that names the character and the remedy."""
        return text(language, f"problem.text.{self.case}", character=_named(self.character))


class TextRefused(Malformed):
    """A text that others would see has a fault; ``errors`` are in English."""

    def __init__(self, field: str, fault: TextFault) -> None:
        self.fault = fault
        super().__init__({field: [fault.words(DEFAULT)]})


def fault_in(shown: str) -> TextFault | None:
    """Return the first fault of a text, None if it has none; only blanks are a fault, too."""
    if shown.isascii() and shown.isprintable() and not shown.isspace():
        return None
    return next(_faults(shown), None)


def _faults(shown: str) -> Iterator[TextFault]:
    plain = _ALLOWED.sub(" ", shown)
    searches: tuple[tuple[Case, str | None], ...] = (
        ("control", _first(_CONTROLS, shown)),
        ("turning", _first(_TURNING, shown)),
        ("hidden", _first(_HIDDEN, plain)),
        ("marks", _one_too_many(unicodedata.normalize("NFD", shown))),
        ("blank", None if _SEEN.search(shown) else shown[:1]),
    )
    for case, character in searches:
        if character:
            yield TextFault(case, character)


def _first(pattern: "regex.Pattern[str]", shown: str) -> str | None:
    match = pattern.search(shown)
    return None if match is None else str(match[0])


def _one_too_many(decomposed: str) -> str | None:
    """Return the first mark that would paint over other lines."""
    for row in _ROW.finditer(decomposed):
        marks: list[str] = [mark for mark in row["marks"] if unicodedata.category(mark) != "Cf"]
        stacked = [mark for mark in marks if _STACKING.match(mark)]
        over = stacked[MOST_POINTS if row["pointed"] else MOST_MARKS :] or marks[MOST_IN_A_ROW:]
        if over:
            return over[0]
    return None


def _named(character: str) -> str:
    """Return a character's number and name, such as ``U+3164 HANGUL FILLER``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
