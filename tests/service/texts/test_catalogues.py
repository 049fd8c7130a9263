"""The catalogues: every text in every language, whole, and with the same gaps."""

import re
from collections import Counter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from service.texts import (
    DEFAULT,
    FOLDER,
    GAP,
    LANGUAGES,
    WITH_TEXTS,
    WITHIN_RULESETS,
    Text,
    catalogue,
    page_texts,
    text,
    texts,
)

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
DOMAINS = sorted(path.parent.name for path in FOLDER.glob(f"*/{DEFAULT}.po"))
FILES = [(domain, language) for domain in DOMAINS for language in LANGUAGES]


def read(domain: str, language: str) -> Catalog:
    with (FOLDER / domain / f"{language}.po").open("rb") as file:
        return read_po(file)


def gaps(found: Text) -> list[set[str]]:
    """The gaps of a text, or of its singular and its plural."""
    forms = [found] if isinstance(found, str) else [*found]
    return [set(GAP.findall(form)) for form in forms]


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_missing(language: str):
    assert sorted(catalogue(DEFAULT).keys() - catalogue(language).keys()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_is_left_over(language: str):
    assert sorted(catalogue(language).keys() - catalogue(DEFAULT).keys()) == []


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_every_text_is_said_and_stays_said(domain: str, language: str):
    catalog = read(domain, language)
    unsaid = [
        message.id
        for message in catalog
        if message.id and (message.fuzzy or not message.string or not all(message.string))
    ]
    assert unsaid == []
    assert not catalog.obsolete
    assert not catalog.fuzzy


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_every_plural_has_its_two_forms_and_n_decides(domain: str, language: str):
    catalog = read(domain, language)
    assert str(catalog.locale) == language
    assert (catalog.num_plurals, catalog.plural_expr) == (2, "(n != 1)")
    for message in catalog:
        if message.pluralizable:
            assert message.id == (message.id[0], message.id[0])
            assert len(message.string) == 2, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_plurals_are_plurals_and_gaps_are_gaps_everywhere(language: str):
    standard, own = catalogue(DEFAULT), catalogue(language)
    for code in standard.keys() & own.keys():
        *one, many = gaps(own[code])
        *standard_one, standard_many = gaps(standard[code])
        assert many == standard_many, code
        assert [each - {"n"} for each in one] == [each - {"n"} for each in standard_one], code


@pytest.mark.parametrize(("domain", "language"), FILES)
def test_no_code_stands_twice(domain: str, language: str):
    lines = (FOLDER / domain / f"{language}.po").read_text("utf-8").splitlines()
    codes = Counter(line for line in lines if line.startswith("msgid "))
    assert [code for code, n in codes.items() if n > 1] == []


def test_only_a_rulesets_codes_begin_with_its_id():
    for domain in DOMAINS:
        for message in read(domain, DEFAULT):
            code = message.id if isinstance(message.id, str) else message.id[0]
            assert re.fullmatch(r"([\w.]*\w)?", code), code
            own = code.startswith(tuple(f"{other}." for other in DOMAINS))
            assert not code or own == (domain != "anabasis"), code


@pytest.mark.parametrize(
    ("language", "is_apart"), [("en", False), ("de", True), ("nl", False), ("da", True)]
)
def test_an_ellipsis_stands_apart_from_its_word_or_not(language: str, is_apart: bool):
    said = str([page_texts(language, part) for part in ("", *WITH_TEXTS)])
    before = {character == " " for character in re.findall("(.)…", said)}
    assert before == {is_apart}


NUMBERED = r"(?i)\bevents? \{|\} events?\b"
"""A number of the record beside a programmer's word for it."""


def test_refusals_say_move_and_not_event():
    refusals = {code: said for code, said in texts("en").items() if "refusal." in code}
    assert [code for code, said in refusals.items() if re.search(NUMBERED, str(said))] == []


def test_a_number_decides_between_singular_and_plural():
    assert text("en", "score", n=1) == "1 point"
    assert [text("en", "score", n=n) for n in (0, 2)] == ["0 points", "2 points"]


def test_a_gap_that_nothing_fills_stays():
    assert "GET /games/{id}" in text("en", "problem.version_missing")
    assert text("en", "says_seat_taken", name="{type}") == "{type} sat down."


def test_a_text_that_a_language_lacks_is_english(monkeypatch: pytest.MonkeyPatch):
    texts.cache_clear()
    said = {"en": {"yes": "Yes", "no": "No"}, "de": {"yes": "Ja"}}
    monkeypatch.setattr("service.texts.catalogue", said.__getitem__)
    try:
        assert [text("de", code) for code in ("yes", "no", "perhaps")] == ["Ja", "No", "perhaps"]
    finally:
        texts.cache_clear()


def test_the_page_knows_all_texts_but_the_apis():
    left_out = texts("en").keys() - page_texts("en").keys()
    assert {
        "alexandros.option_joker",
        "problem.not_found",
        "refusal.none",
        "alexandros.refusal.not_your_turn",
    } <= left_out
    assert {"rule", "refusal"}.isdisjoint(left_out)
    apart = (
        r"\b((rule|order|refusal|problem|told|mail|house|privacy|device|strength)\.|option_)"
        rf"|^({'|'.join(WITH_TEXTS)})\.|\.({'|'.join(WITHIN_RULESETS)})_"
    )
    assert all(re.search(apart, code) for code in left_out)


@pytest.mark.parametrize("part", WITH_TEXTS)
def test_a_part_with_texts_of_its_own_knows_them_besides(part: str):
    own = page_texts("en", part)
    within = [key for key, its in WITHIN_RULESETS.items() if its == part]
    theirs = [re.compile(rf"^{part}\."), *(re.compile(rf"^\w+\.{key}_") for key in within)]
    assert own.keys() == {code for code in texts("en") if any(t.search(code) for t in theirs)}
    assert own.keys().isdisjoint(page_texts("en"))
    assert len(own) > 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prompt", ["alexandros.prompt_conquer", "alexandros.prompt_occupy"])
def test_a_prompt_uses_the_word_of_the_button_beside_it(language: str, prompt: str):
    button = str(text(language, "alexandros.act_occupy"))
    assert button.lower() in str(text(language, prompt))
