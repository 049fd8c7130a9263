"""Numbers with their nouns."""

import pytest

from service.machine.plain_text import counted


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1_000, "1,000 games")]
)
def test_a_noun_is_in_the_plural_but_after_one(number: int, text: str):
    assert counted(number, "game") == text


def test_an_irregular_plural_is_given():
    assert counted(2, "entry", "entries") == "2 entries"
