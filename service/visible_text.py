"""Checks of text that others see: no hidden characters, none that disturb the text around it."""

import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple

import regex

from domain.errors import Malformed
from service.texts import DEFAULT, text

MOST_MARKS = 3
"""Combining marks on a letter, as in pointed Hebrew and polytonic Greek; stacks hide lines."""

_CONTROLS = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]")
_TURNING = regex.compile(r"\p{Bidi_Control}")
# Blanks that are no default ignorables in Unicode, and the object replacement character.
_BLANKS = r"\u2800\uFFFC\U00013441\U00013442\U00016FE4\U0001D159"
_HIDDEN = regex.compile(
    rf"(?V1)[[\p{{Default_Ignorable_Code_Point}}\p{{Cf}}{_BLANKS}]--\p{{Prepended_Concatenation_Mark}}]"
)
_EMOJI = r"\p{Extended_Pictographic}\p{Emoji_Modifier}?[\uFE0E\uFE0F]?"
_ALLOWED = regex.compile(
    rf"(?<=[\p{{L}}\p{{M}}])\p{{Join_Control}}(?=[\p{{L}}\p{{M}}])"
    rf"|{_EMOJI}(?:\u200D{_EMOJI})*|[0-9#*]\uFE0F\u20E3"
)
"""Joiners between letters, emoji and their sequences: in these, hidden characters are shown."""
_MARKS = regex.compile(rf"(?:\p{{M}}\p{{Join_Control}}?){{{MOST_MARKS}}}(\p{{M}})")
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
    """Return the first fault of a text, None if it has none. A blank text has one."""
    if shown.isascii() and shown.isprintable() and not shown.isspace():
        return None
    return next(_faults(shown), None)


def _faults(shown: str) -> Iterator[TextFault]:
    plain = _ALLOWED.sub(" ", shown)
    searches: tuple[tuple[Case, str | None], ...] = (
        ("control", _first(_CONTROLS, shown)),
        ("turning", _first(_TURNING, shown)),
        ("hidden", _first(_HIDDEN, plain)),
        ("marks", _first(_MARKS, unicodedata.normalize("NFD", shown))),
        ("blank", None if _SEEN.search(shown) else shown[:1]),
    )
    for case, character in searches:
        if character:
            yield TextFault(case, character)


def _first(pattern: "regex.Pattern[str]", shown: str) -> str | None:
    match = pattern.search(shown)
    return None if match is None else str(match[match.re.groups])


def _named(character: str) -> str:
    """Return a character's number and name, such as ``U+3164 HANGUL FILLER``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
