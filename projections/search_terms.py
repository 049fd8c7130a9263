"""Search terms of names, handles and titles: found by the beginning of the text or of a word."""

import unicodedata

from projections.lookalikes import skeleton

LONGEST = 32
"""The most characters of a term; texts with the same first ones are found together."""
WORDS = 4
"""The most words of a text that it is found by."""


def search_form(text: str) -> str:
    """Return a form that is equal for texts that look alike, in any case and without accents."""
    # Twice: `I` looks like `l`, and `i` is `I` in another case.
    return _plain(skeleton(skeleton(_plain(text).upper()).lower()))


def search_terms(text: str) -> list[str]:
    """Return the terms of a text, at most WORDS: one from each of its first words on."""
    words = search_form(text).split()
    terms = (" ".join(words[at:])[:LONGEST] for at in range(min(WORDS, len(words))))
    return [*dict.fromkeys(terms)]


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(each for each in decomposed if not unicodedata.combining(each))
