"""Search terms: one form for texts that look alike, and bounded."""

import pytest

from projections.search_terms import LONGEST, WORDS, search_form, search_terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "aDA"),
        ("Émile", "emile"),
        ("Аdmin", "admin"),  # the first letter is Cyrillic
        ("Adm1n", "ADMIN"),
        ("Straße", "STRASSE"),
        ("Ada  Lovelace ", "ada lovelace"),
        ("A\u200bda", "Ada"),
    ],
)
def test_texts_that_look_alike_have_one_form(one: str, other: str):
    assert search_form(one) == search_form(other)


@pytest.mark.parametrize("text", ["Admiral", "Émile", "Torn", "İda", "日本語", "Ida-7"])
def test_the_form_of_a_beginning_begins_the_form(text: str):
    for end in range(1, len(text) + 1):
        assert search_form(text).startswith(search_form(text[:end]))


def test_a_text_is_found_by_each_of_its_words():
    assert search_terms("Ada Ross Love") == ["ada ross love", "ross love", "love"]
    assert search_terms("the the") == ["the the", "the"]
    assert search_terms(" \u200b ") == []


def test_terms_are_bounded():
    terms = search_terms(" ".join(["wide" * 20] * 20))
    assert len(terms) <= WORDS
    assert all(len(term) <= LONGEST for term in terms)
