"""Text that others see: ordinary writing of all kinds is taken, hidden characters are not."""

import pytest

from service.visible_text import fault_in


@pytest.mark.parametrize(
    "shown",
    [
        "Ada",
        "Ægir Müller 2",
        "Nguyễn",
        "Nguyê\u0303n",
        "ᾧ",
        "שָׁלוֹם",
        "ที่นี่",
        "क्\u200dष",
        "می\u200cخواهم",
        "র\u200d্য",
        "👍🏽",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "🇩🇰",
        "👩🏽\u200d⚕\ufe0f",
        "👩\u200d👩\u200d👧\u200d👦",
        "🏳\ufe0f\u200d🌈",
    ],
)
def test_writing_of_all_kinds_is_taken(shown: str):
    assert fault_in(shown) is None


@pytest.mark.parametrize(
    ("shown", "case", "character"),
    [
        ("\u3164", "hidden", "\u3164"),
        ("\u2800", "hidden", "\u2800"),
        ("\u115f", "hidden", "\u115f"),
        ("\uffa0", "hidden", "\uffa0"),
        ("Ada\u3164", "hidden", "\u3164"),
        ("A\u200bda", "hidden", "\u200b"),
        ("A\u00adda", "hidden", "\u00ad"),
        ("A\u2060da", "hidden", "\u2060"),
        ("\ufeffAda", "hidden", "\ufeff"),
        ("Ada\ufe0f", "hidden", "\ufe0f"),
        ("1\ufe0f", "hidden", "\ufe0f"),
        ("Ada\u200d", "hidden", "\u200d"),
        ("A\u200c\u200cda", "hidden", "\u200c"),
        ("👩\u200d", "hidden", "\u200d"),
        ("👩\u200d\u200d👩", "hidden", "\u200d"),
        ("Ada\U000e0041", "hidden", "\U000e0041"),
        ("Ada\ufff9", "hidden", "\ufff9"),
        ("\U0001d159", "hidden", "\U0001d159"),
        ("a\u202eb", "turning", "\u202e"),
        ("a\u200fb", "turning", "\u200f"),
        ("a\u2066b", "turning", "\u2066"),
        ("Z" + 32 * "\u0336", "marks", "\u0336"),
        ("ế\u0301\u0301", "marks", "\u0301"),
        ("A\u0301\u200d\u0301\u200d\u0301\u200d\u0301", "marks", "\u0301"),
        ("a\tb", "control", "\t"),
        ("a\ue000b", "control", "\ue000"),
        ("\u00a0", "blank", "\u00a0"),
        ("  ", "blank", " "),
        ("\u0301", "blank", "\u0301"),
    ],
)
def test_characters_that_hide_turn_or_paint_over_others_are_refused(
    shown: str, case: str, character: str
):
    fault = fault_in(shown)
    assert fault is not None
    assert (fault.case, fault.character) == (case, character)


def test_a_fault_names_its_character_and_the_remedy_in_the_readers_language():
    fault = fault_in("A\u200bda")
    assert fault is not None
    assert (
        fault.words("en") == "U+200B ZERO WIDTH SPACE cannot be seen where it stands: leave it out."
    )
    assert fault.words("de").startswith("U+200B ZERO WIDTH SPACE ist an dieser Stelle unsichtbar")
