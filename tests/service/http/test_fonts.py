"""The page's display face: small, kept for ever, and found from wherever styles are put."""

import re
from hashlib import sha256
from urllib.parse import urljoin

import pytest

from tests.service.api import Api

NAMED = re.compile(r'url\("([^"]+\.woff2)"\)')
SHEET = re.compile(r'<link rel="stylesheet" href="(web/bundle/[^"]+)"')
MOST_BYTES = 25_000


def fonts_in(api: Api, sheet: str) -> list[str]:
    """The addresses of the fonts that a style sheet names."""
    return [urljoin(sheet, name) for name in NAMED.findall(api.client.get(sheet).get_data(True))]


@pytest.mark.parametrize("page", ["/", "/new", "/rules", "/game/any"])
def test_every_pages_styles_find_the_face(api: Api, page: str) -> None:
    (sheet,) = SHEET.findall(api.client.get(page).get_data(True))
    assert fonts_in(api, f"/{sheet}") == fonts_in(api, "/web/ui/base.css") != []


def test_the_face_is_small_and_kept_for_ever_under_its_digest(api: Api) -> None:
    (font,) = fonts_in(api, "/web/ui/base.css")
    answer = api.client.get(font)
    assert answer.content_type == "font/woff2"
    assert "immutable" in answer.headers["Cache-Control"]
    assert sha256(answer.data).hexdigest()[:8] == font.split(".")[-2]
    assert len(answer.data) < MOST_BYTES


def test_the_fonts_for_pictures_are_not_served(api: Api) -> None:
    assert api.client.get("/web/fonts/serif-600.ttf").status_code == 404
