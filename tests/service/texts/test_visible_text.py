"""Text that others see: ordinary writing of all kinds is taken, hidden characters are not."""

import pytest

from service.texts.visible_text import fault_in


def _flag(region: str) -> str:
    return "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"


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
        "မြို့",
        "မြို့နယ်",
        "ကြွေး",
        "ရွှံ့",
        "ညွှိုး",
        "བསྒྲུབས",
        "ཧཱུྃ",
        "ญี่ปุ่น",
        "ញ៉ាំ",
        "בְּרֵאשִׁ֖ית",
        "יִשְׂרָאֵ֑ל",
        "הַשָּׁ֥מַיִם",
        "שִּׁ\u0596\u05bd",
        "رَّٰٓ",
        "اللَّٰه",
        "അവന്\u200d",
        "അവന്\u200d, 2",
        "श्रीमान्\u200c",
        "श्रीमान्\u200c 2",
        "葛\U000e0100飾",
        "神\ufe00",
        "ᠠ\u180b",
        "ᠭ\u180bᠠ",
        "ᠨ\u180eᠠ",
        "ᠨ\u180b\u180eᠠ",
        "ᠢ\u180fᠠ",
        _flag("gbeng"),
        _flag("gbsct"),
        _flag("gbwls"),
        _flag("gbsct") + "\u200d👍",
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
        ("🏴\U000e0067\U000e0062", "hidden", "\U000e0067"),
        ("🏴\U000e007f", "hidden", "\U000e007f"),
        (_flag("gbenglish"), "hidden", "\U000e0067"),
        ("അവന്\u200d\u200d", "hidden", "\u200d"),
        ("葛\U000e0100\U000e0100", "hidden", "\U000e0100"),
        ("神\ufe0f", "hidden", "\ufe0f"),
        ("A\ufe00", "hidden", "\ufe00"),
        ("A\u180b", "hidden", "\u180b"),
        ("ᠠ\u180b\u180b", "hidden", "\u180b"),
        ("ᠨ\u180e", "hidden", "\u180e"),
        ("Ada\ufff9", "hidden", "\ufff9"),
        ("\U0001d159", "hidden", "\U0001d159"),
        ("a\u202eb", "turning", "\u202e"),
        ("a\u200fb", "turning", "\u200f"),
        ("a\u2066b", "turning", "\u2066"),
        ("Z" + 32 * "\u0336", "marks", "\u0336"),
        ("ế\u0301\u0301", "marks", "\u0301"),
        ("A\u0301\u200d\u0301\u200d\u0301\u200d\u0301", "marks", "\u0301"),
        ("ก" + 32 * "\u0e34", "marks", "\u0e34"),
        ("က" + 32 * "\u102d", "marks", "\u102d"),
        ("က" + 32 * "\u1038", "marks", "\u1038"),
        ("က" + 8 * "\u102d\u1038", "marks", "\u102d"),
        ("က\u1038" + 4 * "\u0301\u1038", "marks", "\u0301"),
        ("A" + 4 * "\u0488", "marks", "\u0488"),
        ("A" + 4 * "\u05b8", "marks", "\u05b8"),
        ("ש" + 6 * "\u05b8", "marks", "\u05b8"),
        ("ر" + 6 * "\u064e", "marks", "\u064e"),
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
    assert fault.words("en") == "U+200B ZERO WIDTH SPACE is invisible in this place: leave it out."
    assert fault.words("de").startswith("U+200B ZERO WIDTH SPACE ist an dieser Stelle unsichtbar")
