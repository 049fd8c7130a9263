"""The page's texts over HTTP: in the reader's language, kept and asked about."""

import pytest

from service.texts import LANGUAGES, text
from tests.service.api import Api


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_may_name_the_language(api: Api, language: str) -> None:
    answer = api.client.get(f"/web/texts/{language}.json")
    assert answer.json["language"] == language
    assert answer.json["languages"] == LANGUAGES
    assert answer.json["default_titles"]["Alexander der Große"] == "alexander_the_great"
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
    api: Api, asked: str | None, language: str
) -> None:
    answer = api.client.get("/web/texts.json", headers=asked and {"Accept-Language": asked})
    assert answer.json["language"] == language
    assert "Accept-Language" in answer.vary


def test_a_pages_own_texts_come_apart(api: Api) -> None:
    answer = api.client.get("/web/texts/account/nl.json")
    assert answer.json["texts"]["account.title"] == text("nl", "account.title")
    assert "account.title" not in api.client.get("/web/texts/nl.json").json["texts"]
    for path in ("account/fr", "nobody/nl"):
        assert api.client.get(f"/web/texts/{path}.json").status_code == 404


def test_texts_are_kept_and_asked_about(api: Api) -> None:
    first = api.client.get("/web/texts/de.json")
    again = api.client.get("/web/texts/de.json", headers={"If-None-Match": first.headers["ETag"]})
    other = api.client.get("/web/texts/nl.json", headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Cache-Control"] == "no-cache"
    assert (again.status_code, again.data) == (304, b"")
    assert other.status_code == 200


def test_a_plural_is_a_pair(api: Api) -> None:
    texts = api.client.get("/web/texts/en.json").json["texts"]
    assert texts["score"] == ["{n} point", "{n} points"]


def test_rules_and_refusals_are_left_out(api: Api) -> None:
    texts = api.client.get("/web/texts/en.json").json["texts"]
    assert not [code for code in texts if ".rule." in code or "refusal" in code]


@pytest.mark.parametrize("name", ["fr", "EN", "__init__"])
def test_there_are_no_texts_in_other_languages(api: Api, name: str) -> None:
    assert api.client.get(f"/web/texts/{name}.json").status_code == 404


def test_a_rulesets_files_stand_in_its_folder(api: Api) -> None:
    assert api.client.get("/web/alexandros/symbols.js").status_code == 200
    assert api.client.get("/web/node_modules/symbols.js").status_code == 404
    assert api.client.get("/web/alexandros/..%2fpackage.json").status_code == 404
