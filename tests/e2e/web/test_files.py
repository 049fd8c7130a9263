"""The page's files: their headers, and nothing beside them."""

import httpx
import pytest


@pytest.mark.parametrize("path", ["", "new", "game/anything"])
def test_a_page_allows_nothing_inline_and_nothing_from_elsewhere(site: str, path: str) -> None:
    policy = httpx.get(f"{site}/{path}").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_a_file_is_kept_and_asked_about(site: str) -> None:
    first = httpx.get(f"{site}/web/pages/game.js")
    again = httpx.get(f"{site}/web/pages/game.js", headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Content-Type"].startswith("text/javascript")
    assert again.status_code == 304


@pytest.mark.parametrize(
    "name",
    [
        "package.json",
        "api/types.d.ts",
        "pages/game.html",
        "pages/layout.html",
        "nothing.js",
        "..%2f__init__.py",
    ],
)
def test_only_files_of_the_page_are_served(site: str, name: str) -> None:
    assert httpx.get(f"{site}/web/{name}").status_code == 404
