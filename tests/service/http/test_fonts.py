"""The page's faces: small, kept for ever, and found from wherever styles are put."""

import re
from hashlib import sha256
from typing import Any
from urllib.parse import urljoin

import pytest

from service.texts import LANGUAGES, page_texts
from tests.service.api import Api

NAMED = re.compile(r'url\("([^"]+\.woff2)"\)')
SHEET = re.compile(r'<link rel="stylesheet" href="(web/bundle/[^"]+)"')
RANGES = re.compile(r"unicode-range: ([^;]+);")
MOST_BYTES = 25_000


def fonts_in(api: Api, sheet: str) -> list[str]:
    """The addresses of the fonts that a style sheet names."""
    return [urljoin(sheet, name) for name in NAMED.findall(api.client.get(sheet).get_data(True))]


@pytest.mark.parametrize("page", ["/", "/new", "/rules", "/game/any"])
def test_every_pages_styles_find_the_faces(api: Api, page: str) -> None:
    (sheet,) = SHEET.findall(api.client.get(page).get_data(True))
    assert fonts_in(api, f"/{sheet}") == fonts_in(api, "/web/ui/base.css") != []


def test_each_face_is_small_and_kept_for_ever_under_its_digest(api: Api) -> None:
    fonts = fonts_in(api, "/web/ui/base.css")
    names = [font.removeprefix("/web/fonts/").split(".")[0] for font in fonts]
    assert names == ["display", "display-more", "sans"]
    for font in fonts:
        answer = api.client.get(font)
        assert answer.content_type == "font/woff2"
        assert "immutable" in answer.headers["Cache-Control"]
        assert sha256(answer.data).hexdigest()[:8] == font.split(".")[-2]
        assert len(answer.data) < MOST_BYTES


def letters(ranges: str) -> set[str]:
    """The letters of a `unicode-range`."""
    ends = (each.strip().removeprefix("U+").split("-") for each in ranges.split(","))
    return {chr(n) for end in ends for n in range(int(end[0], 16), int(end[-1], 16) + 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_ours_needs_the_second_file_of_the_display_face(api: Api, language: str) -> None:
    first, more = map(letters, RANGES.findall(api.client.get("/web/ui/base.css").text))
    said = {letter for each in page_texts(language).values() for text in each for letter in text}
    assert said & more == set()
    assert first & more == set()


@pytest.mark.parametrize("page", ["/", "/game/any", "/rules/settlers", "/nothing"])
def test_a_page_names_its_text_face_and_does_not_ask_for_it(api: Api, page: str) -> None:
    html = api.client.get(page, headers={"Accept": "text/html"}).text
    *_, sans = fonts_in(api, "/web/ui/base.css")
    assert f'data-face="{sans[1:]}"' in html
    assert html.count(sans[1:]) == 1


def test_only_the_display_faces_are_in_the_workers_list(api: Api) -> None:
    """The worker fetches all of its list, also for those who save data."""
    *display, sans = (font[1:] for font in fonts_in(api, "/web/ui/base.css"))
    listed: Any = api.client.get("/web/shell.json").json
    assert {*display} <= {*listed["files"]}
    assert sans not in listed["files"]


def test_the_fonts_for_pictures_are_not_served(api: Api) -> None:
    assert api.client.get("/web/fonts/serif-600.ttf").status_code == 404
