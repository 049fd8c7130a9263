"""The page's texts over HTTP: in the reader's language, kept and asked about."""

import pytest

from service.texts import LANGUAGES, text
from tests.service.desk import Desk


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_may_name_the_language(desk: Desk, language: str) -> None:
    answer = desk.client.get(f"/web/texts/{language}.json")
    assert answer.json["language"] == language
    assert answer.json["languages"] == LANGUAGES
    assert answer.json["texts"]["row_join"] == text(language, "row_join")
    assert answer.headers["Content-Language"] == language


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        (None, "en"),
        ("de", "de"),
        ("de-AT", "de"),
        ("de-AT, en;q=0.5", "de"),
        ("da;q=0, nl;q=0.1", "nl"),
        ("fr, nl;q=0.5, en;q=0.3", "nl"),
        ("da-DK,da;q=0.9,en;q=0.8", "da"),
        ("fr", "en"),
        ("*", "en"),
        ("?!;q=x", "en"),
    ],
)
def test_the_browser_is_answered_in_a_language_it_asks_for(
    desk: Desk, asked: str | None, language: str
) -> None:
    answer = desk.client.get("/web/texts.json", headers=asked and {"Accept-Language": asked})
    assert answer.json["language"] == language
    assert "Accept-Language" in answer.vary


def test_texts_are_kept_and_asked_about(desk: Desk) -> None:
    first = desk.client.get("/web/texts/de.json")
    again = desk.client.get("/web/texts/de.json", headers={"If-None-Match": first.headers["ETag"]})
    other = desk.client.get("/web/texts/nl.json", headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Cache-Control"] == "no-cache"
    assert (again.status_code, again.data) == (304, b"")
    assert other.status_code == 200


def test_a_plural_is_a_pair(desk: Desk) -> None:
    texts = desk.client.get("/web/texts/en.json").json["texts"]
    assert texts["score"] == ["{n} point", "{n} points"]


def test_rules_and_refusals_are_left_out(desk: Desk) -> None:
    texts = desk.client.get("/web/texts/en.json").json["texts"]
    assert not [code for code in texts if ".rule." in code or "refusal" in code]


@pytest.mark.parametrize("name", ["fr", "EN", "__init__"])
def test_there_are_no_texts_in_other_languages(desk: Desk, name: str) -> None:
    assert desk.client.get(f"/web/texts/{name}.json").status_code == 404


def test_a_rulesets_files_stand_in_its_folder(desk: Desk) -> None:
    assert desk.client.get("/web/alexandros/symbols.js").status_code == 200
    assert desk.client.get("/web/node_modules/symbols.js").status_code == 404
    assert desk.client.get("/web/alexandros/..%2fpackage.json").status_code == 404
