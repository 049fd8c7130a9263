"""Errors of the domain in a language: the sentence by its code, values in words."""

from enum import Enum
from functools import partial

from babel.lists import format_list

from domain.errors import Refused, in_words
from projections.text.contract import word_code
from service.texts import text


def refusal(language: str, error: Refused) -> str:
    """Return the sentence of a refusal."""
    words, several = partial(word, language), partial(listed, language)
    gaps = {name: in_words(value, words, several) for name, value in error.parameters.items()}
    return text(language, refusal_code(type(error)), **gaps)


def refusal_code(kind: type[Refused]) -> str:
    """Return the code of a refusal's text, like ``alexandros.refusal.space_not_free.wall``."""
    return ".".join(filter(None, (kind.ruleset, "refusal", kind.code, kind.case)))


def listed(language: str, words: list[str]) -> str:
    """Return the words as a list in a sentence, or the word for none."""
    return format_list(words, locale=language) if words else text(language, "refusal.none")


def word(language: str, member: Enum) -> str:
    """Return the word for an enum's member."""
    return text(language, word_code(member))
