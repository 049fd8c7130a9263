"""Errors of the domain in a language: the sentence by its code, values in words."""

from collections.abc import Mapping
from enum import Enum
from functools import partial

from babel import Locale
from babel.lists import format_list

from domain.errors import Refused, in_words
from domain.wire.board_faults import BoardFault
from projections.text.contract import word_code
from service.texts import text


def refusal(language: str, error: Refused) -> str:
    """Return the sentence of a refusal."""
    return _worded(language, refusal_code(type(error)), error.parameters)


def board_fault(language: str, fault: BoardFault) -> str:
    """Return the sentence of a board's fault."""
    return _worded(language, f"problem.board.{fault.code}", fault.parameters)


def _worded(language: str, code: str, parameters: Mapping[str, object]) -> str:
    words, several = partial(word, language), partial(listed_words, language)
    gaps = {name: in_words(value, words, several) for name, value in parameters.items()}
    return text(language, code, **gaps)


def refusal_code(kind: type[Refused]) -> str:
    """Return the code of a refusal's text, like ``alexandros.refusal.space_not_free.wall``."""
    return ".".join(filter(None, (kind.ruleset, "refusal", kind.code, kind.case)))


def listed_words(language: str, words: list[str]) -> str:
    """Return the words as a list in a sentence, or the word for none."""
    # By the language's own rules: languages differ in commas and in the word before the last item.
    return format_list(words, locale=language) if words else text(language, "refusal.none")


def list_patterns(language: str) -> dict[str, str]:
    """Return a language's patterns for lists: ``2``, ``start``, ``middle`` and ``end``."""
    return dict(Locale(language).list_patterns["standard"])


def word(language: str, member: Enum) -> str:
    """Return the word for an enum's member."""
    return text(language, word_code(member))
