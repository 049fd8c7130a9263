"""The pages of the host, and the links to them at the foot of every page."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.http.page import house_pages
from service.http.page.foot import HOUSE_PAGES
from service.http.page.web import HEADERS
from service.settings.config import Config
from service.texts import LANGUAGES, text
from tests.service.api import Api
from tests.service.conftest import fake_store

IN_ALL_LANGUAGES = ("", "new", "account", "rules", "rules/settlers", "boards/settlers")
IN_ALL_LANGUAGES += ("challenge", "@ada", "docs/audit", "nowhere")
FOOT = re.compile(r'<nav lang="(\w+)".*?</nav>', re.DOTALL)
HTML = {"Accept": "text/html"}


def client(**settings: object) -> FlaskClient:
    config = Config(rate_limit=False, **settings)  # type: ignore[arg-type]
    return create_app(config, fake_store()).test_client()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "imprint.de.md").write_text("# Unser Impressum\n\nSiehe [hier](club).")
    (tmp_path / "club.en.md").write_text("Founded in 1987.")
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", HOUSE_PAGES)
def test_a_page_that_nobody_has_filled_in_says_so(api: Api, page: str, language: str) -> None:
    answer = api.client.get(f"/about/{page}", headers={"Accept-Language": language})
    assert f"<h1>{text(language, f'house.{page}')}</h1>" in answer.text
    assert text(language, "house.unfilled") in answer.text
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_a_page_is_the_hosts_own_text_in_the_language_asked_for(folder: Path) -> None:
    own = client(pages=folder)
    german = own.get("/about/imprint?lang=de", headers={"Accept-Language": "en"})
    assert "<title>Unser Impressum – Anabasis</title>" in german.text
    assert '<a href="about/club?lang=de">hier</a>' in german.text
    assert german.text.count("<h1>") == 1
    danish = own.get("/about/imprint", headers={"Accept-Language": "da"})
    assert danish.headers["Content-Language"] == "de"
    assert '<main id="main" class="new house" tabindex="-1" lang="de">' in danish.text


def test_a_page_of_the_hosts_own_name_gets_it_as_its_heading(folder: Path) -> None:
    assert "<h1>Club</h1>" in client(pages=folder).get("/about/club").text


def test_an_unknown_page_is_missing(folder: Path, api: Api) -> None:
    for own in (client(pages=folder), api.client):
        assert own.get("/about/nothing").status_code == 404
        assert own.get("/about/..%2fclub").status_code == 404


def test_the_privacy_page_has_its_facts_whatever_the_host_writes(folder: Path) -> None:
    (folder / "privacy.md").write_text("# We keep nothing")
    for own in (client(), client(pages=folder)):
        assert '<section class="facts" lang="nl">' in own.get("/about/privacy?lang=nl").text


def test_an_unchanged_page_is_not_sent_again(folder: Path) -> None:
    own = client(pages=folder)
    first = own.get("/about/imprint")
    again = own.get("/about/imprint", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_what_the_service_adds_follows_the_hosts_text_and_is_text_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def facts(config: Config, locale: str) -> house_pages.Facts:
        return [(f"Kept <{locale}>", [("Names", f"as long as {config.archive_days} days")])]

    monkeypatch.setattr(house_pages, "GENERATED", {"imprint": facts})
    page = client(pages=folder).get("/about/imprint?lang=de").text
    assert page.index("hier</a>") < page.index("<h2>Kept &lt;de&gt;</h2>")
    assert "<dt>Names</dt><dd>as long as 7 days</dd>" in page


@pytest.mark.parametrize("path", IN_ALL_LANGUAGES)
def test_every_page_but_a_games_ends_with_the_house_in_four_languages(api: Api, path: str) -> None:
    page = api.client.get(f"/{path}", headers=HTML).text
    assert FOOT.findall(page) == [*LANGUAGES]
    for language in LANGUAGES:
        assert f'<a href="about/imprint?lang={language}">' in page
    assert "foot" not in api.client.get("/game/any").text


@pytest.mark.parametrize("path", ["unsubscribe/x.y.z", "about/imprint"])
def test_a_page_in_one_language_ends_with_the_house_in_that(api: Api, path: str) -> None:
    page = api.client.get(f"/{path}", headers={"Accept-Language": "da"}).text
    assert FOOT.findall(page) == ["da"]


def test_the_page_of_the_api_ends_with_the_house(api: Api) -> None:
    page = api.client.get("/docs").text
    assert '<a href="about/imprint?lang=en">Imprint</a>' in page


def test_the_menu_of_a_game_has_the_same_links(api: Api) -> None:
    answer = api.client.get("/about/links.json", headers={"Accept-Language": "nl"})
    texts = [link["text"] for link in answer.json]
    assert texts == [text("nl", f"house.{page}") for page in HOUSE_PAGES]


def test_the_contact_is_the_hosts_own(api: Api) -> None:
    assert '<a href="about/contact?lang=en">Contact</a>' in api.client.get("/").text
    page = client(contact="mailto:host@games.example").get("/").text
    assert '<a href="mailto:host@games.example" rel="noopener nofollow">Contact</a>' in page
