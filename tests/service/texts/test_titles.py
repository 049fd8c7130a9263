"""Titles as readers see them."""

import pytest

from service.texts.titles import shown_title


@pytest.mark.parametrize("stored", ["Alexander the Great", "Alexander der Große"])
@pytest.mark.parametrize(
    ("language", "title"), [("en", "Alexander the Great"), ("da", "Alexander den Store")]
)
def test_a_default_title_is_in_the_readers_language(stored: str, language: str, title: str) -> None:
    assert shown_title(stored, "alexander_the_great", language) == title


def test_a_title_of_its_own_stays() -> None:
    assert shown_title("Tuesdays", "settlers", "de") == "Tuesdays"


def test_a_game_named_after_another_ruleset_keeps_its_title() -> None:
    assert shown_title("Siedler", "alexandros", "en") == "Siedler"
