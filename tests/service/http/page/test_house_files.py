"""A house of another name, look and languages, wherever people meet it."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from service.app import create_app
from service.clients import WEB
from service.http.page.first_load import digest
from service.people.ceremonies import options_to_register
from service.people.parties import Party
from service.settings.config import Config
from service.texts import HOUSE_NAME, LANGUAGES, name_house
from tests.service.api import Api
from tests.service.conftest import fake_app, fake_store

CLUB = "Spieleclub Süd & Co."
ICONS = ("icons/icon.svg", "icons/turn.svg", "icons/192.png", "icons/maskable-512.png")
SEEN = re.compile(r">[^<]*Anabasis|content=\"[^\"]*Anabasis")


@pytest.fixture
def house(tmp_path: Path) -> Any:
    """Make an app with settings; every process has one house, so ours comes back at the end."""

    def make(**settings: Any) -> Api:
        return Api(create_app(Config(rate_limit=False, **settings), fake_store()))

    yield make
    name_house(HOUSE_NAME)


@pytest.fixture
def logo(tmp_path: Path) -> Path:
    path = tmp_path / "logo.png"
    Image.new("RGB", (300, 100), "#c0ffee").save(path)
    return path


def shell(client: FlaskClient) -> dict[str, str]:
    files: dict[str, str] = client.get("/web/shell.json").json["files"]
    return files


def test_by_default_every_file_is_ours(api: Api) -> None:
    for name in ("manifest.webmanifest", *ICONS):
        assert api.client.get(f"/web/{name}").data == (WEB / name).read_bytes()
    assert api.client.get("/worker.js").data == (WEB / "worker.js").read_bytes()
    assert api.client.get("/web/house.css").status_code == 404
    assert "house.css" not in api.client.get("/").text


@pytest.mark.parametrize("path", ["", "new", "game/any", "docs", "docs/audit", "unsubscribe/a.b.c"])
def test_no_page_says_our_name_in_a_house_of_another(house: Any, path: str) -> None:
    client = house(name=CLUB).client
    answer = client.get(f"/{path}", headers={"Accept": "text/html"})
    assert "Spieleclub Süd &amp; Co." in answer.text
    if path != "docs/audit":  # which is about our program
        assert SEEN.findall(answer.text) == []


def test_the_name_is_in_texts_the_manifest_and_the_worker(house: Any) -> None:
    client = house(name=CLUB).client
    for language in LANGUAGES:
        assert client.get(f"/web/texts/{language}.json").json["texts"]["brand"] == CLUB
    manifest = json.loads(client.get("/web/manifest.webmanifest").data)
    assert (manifest["name"], manifest["short_name"]) == (CLUB, CLUB)
    worker = client.get("/worker.js").get_data(as_text=True)
    assert f"title: {json.dumps(CLUB)}" in worker
    assert 'title: "Anabasis"' not in worker


def test_the_name_is_in_previews_frames_feeds_pictures_and_passkeys(house: Any) -> None:
    api = house(name=CLUB)
    ada, bob = api.person("Ada"), api.person("Bob")
    game = api.game(ada, bob)
    assert 'content="Spieleclub Süd &amp; Co."' in api.client.get(f"/game/{game}").text
    assert "Spieleclub Süd &amp; Co.</title>" in api.client.get(f"/embed/{game}").text
    url = f"http://localhost/game/{game}"
    assert api.get(f"/oembed?url={url}")["provider_name"] == CLUB
    picture = api.client.get(f"/api/v1/games/{game}/picture.svg").text
    assert CLUB.split(maxsplit=1)[0] in picture
    assert "Anabasis<" not in picture
    party = Party("games.example", "https://games.example")
    assert options_to_register(party, b"x" * 32, "p1", "Ada", [])["rp"]["name"] == CLUB


def test_a_logo_is_every_icon_and_an_accent_every_sheet(house: Any, logo: Path) -> None:
    client = house(logo=logo, accent=("#234a5c", "#778f9a")).client
    for name in ICONS:
        own = client.get(f"/web/{name}")
        assert own.data != (WEB / name).read_bytes()
        assert own.content_type.partition(";")[0] in ("image/svg+xml", "image/png")
    with Image.open(BytesIO(client.get("/favicon.ico").data)) as icon:
        assert (icon.size, icon.getpixel((96, 96))) == ((192, 192), (192, 255, 238, 255))
    sheet = client.get("/web/house.css")
    assert "--accent: var(--light, #234a5c) var(--dark, #778f9a);" in sheet.text
    assert 'url("house.png")' in sheet.text
    assert sheet.content_type == "text/css; charset=utf-8"
    page = client.get("/").text
    assert '<link href="web/house.css" rel="stylesheet">' in page
    assert json.loads(client.get("/web/manifest.webmanifest").data)["theme_color"] == "#234a5c"


def test_the_worker_keeps_the_files_as_they_are_served(house: Any, logo: Path) -> None:
    settings = {"name": CLUB, "logo": logo, "accent": ("#234a5c", "#778f9a")}
    client = house(**settings, languages=("de", "en")).client
    files = shell(client)
    assert {"web/house.css", "web/house.png", "web/texts/de.json"} <= files.keys()
    assert "web/texts/nl.json" not in files
    for path in ("", "web/house.css", "web/house.png", "web/icons/icon.svg", "web/texts/de.json"):
        assert files[path] == digest(client.get(f"/{path}").data)
    assert '"de"]' in client.get("/worker.js").get_data(as_text=True)


def test_languages_that_are_not_on_offer_are_answered_in_the_first(house: Any) -> None:
    client = house(languages=("de", "en")).client
    for wanted in ("nl", "fr", "de"):
        answer = client.get("/web/texts.json", headers={"Accept-Language": wanted})
        assert answer.json["language"] == "de"
    assert client.get("/web/texts.json", headers={"Accept-Language": "en"}).json["language"] == "en"
    kept = client.get("/web/texts/nl.json").json
    assert (kept["language"], [*kept["languages"]]) == ("de", ["de", "en"])
    assert client.get("/web/texts/alexandros/nl.json").json["language"] == "de"
    page = client.get("/").text
    assert '<html lang="de"' in page
    assert re.findall(r'<nav lang="(\w+)"', page) == ["de", "en"]


def test_a_later_app_has_its_own_name_again(house: Any) -> None:
    house(name=CLUB)
    assert fake_app().test_client().get("/web/texts/en.json").json["texts"]["brand"] == "Anabasis"
