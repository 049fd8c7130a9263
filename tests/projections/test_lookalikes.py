"""Names that look the same at a table, by Unicode's confusables."""

import pytest

from projections.lookalikes import skeleton, twins


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ada"),
        ("Ada", "A\u200bda"),
        ("Ada", "Аdа"),
        ("Ada", "𝐀𝐝𝐚"),
        ("Ada", "Ada\u3164"),
        ("Ada L", "Ada\u00a0 L"),
        ("modern", "rnodern"),
        ("Ill", "lI1"),
        ("Zoe\u0308", "Zoë"),
        ("葛", "葛\U000e0100"),
        ("神", "神\ufe00"),
        ("神", "\ufa19"),
        ("ᠭᠠ", "ᠭ\u180b\u180eᠠ"),
        ("അവന്", "അവന്\u200d"),
        ("🏴", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"),
        ("Bob", "B\u043eb"),
    ],
)
def test_names_that_are_drawn_the_same_are_twins(one: str, other: str):
    assert skeleton(one) == skeleton(other)
    assert twins((one, "Cyd", other)) == {0, 2}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "Ida"), ("Ada", "ada"), ("Zoe", "Zoë"), ("Ada", "Ada 2"), ("Anna", "Ana")],
)
def test_names_that_can_be_distinguished_are_not(one: str, other: str):
    assert twins((one, other)) == set()


def test_free_seats_have_no_twins():
    assert twins((None, None, "Ada", None)) == set()


def test_a_name_that_looks_like_one_with_its_number_gets_a_number_too():
    assert twins(("Ada", "Ada", "Ada 2")) == {0, 1, 2}
    assert twins(("Ada", "Ada", "Ada 4")) == {0, 1}
