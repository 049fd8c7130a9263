"""The worker and its list: every file of the page, by the digest of the bytes served."""

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.rulesets import rulesets
from service.http.answering.compression import _brotli
from service.http.page import web
from service.texts import LANGUAGES
from tests.service.api import Api

PARTS = ("", "account/", "animation/", "boards/", "keys/")
"""The folders of texts: those of every page, and those of one part."""


def test_the_worker_knows_every_file_as_it_is_served(api: Api) -> None:
    for path, digest in shell(api)["files"].items():
        answer = api.client.get(f"/{path}")
        assert answer.status_code == 200
        assert digest == f"sha256-{b64encode(sha256(answer.data).digest()).decode()}"


def test_each_file_is_packed_once_for_all_visitors(api: Api) -> None:
    """The service worker of each asks for all of them in turn."""
    codings = set[str | None]()
    for _ in range(2):
        before = _brotli.cache_info().misses
        for path in shell(api)["files"]:
            answer = api.client.get(f"/{path}", headers={"Accept-Encoding": "br"})
            assert answer.data
            codings.add(answer.headers.get("Content-Encoding"))
    assert "br" in codings
    assert _brotli.cache_info().misses == before


def test_pages_bundles_styles_and_texts_are_all_kept(api: Api) -> None:
    files = shell(api)["files"]
    texts = {f"web/texts/{page}{language}.json" for language in LANGUAGES for page in PARTS}
    pages = {"", "new", "game/any", "rules", "rules/alexandros", "account"}
    bundle = web.present_bundle()
    # Without a connection any game's page is `game/any`, with the styles of all rulesets.
    of_one = {f"game-{name}.css" for name in rulesets()}
    bundles = {bundle.address(name) for name in bundle.files.keys() - of_one}
    assert {bundle.address(name) for name in ("settlers-page.js", "game.css")} <= bundles
    assert texts | pages | bundles | {"web/ui/base.css"} <= files.keys()


def test_every_file_a_page_names_is_kept(api: Api) -> None:
    files = shell(api)["files"]
    for page in ("", "new", "game/any", "rules/alexandros", "account"):
        named = re.findall(r'(?:href|src)="(web/[^"]+)"', api.client.get(f"/{page}").text)
        assert [name for name in named if name not in files and not name.endswith(".png")] == []


@pytest.mark.parametrize(
    "name",
    [
        "worker.js",
        "package.json",
        "eslint.config.mjs",
        "floor.mjs",
        "api/types.d.ts",
        "icons/192.png",
    ],
)
def test_only_files_of_the_page_are_kept(api: Api, name: str) -> None:
    assert f"web/{name}" not in shell(api)["files"]


def test_a_change_of_one_file_is_another_version(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = shell(api)
    deployed(tmp_path, monkeypatch)
    same = shell(api)
    with (tmp_path / "ui" / "dom.js").open("a") as file:
        file.write("document.title;\n")
    assert same == before
    assert shell(api)["version"] != before["version"]


def test_the_list_is_asked_about_and_seldom_sent(api: Api) -> None:
    first = api.client.get("/web/shell.json")
    again = api.client.get("/web/shell.json", headers={"If-None-Match": first.headers["ETag"]})
    assert first.headers["Cache-Control"] == "no-cache"
    assert (again.status_code, again.data) == (304, b"")


def test_the_worker_is_asked_about_each_time_and_kept_to_the_pages_policy(api: Api) -> None:
    headers = api.client.get("/worker.js").headers
    assert headers["Content-Type"].startswith("text/javascript")
    assert headers["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in headers["Content-Security-Policy"]


def test_the_icons_of_the_manifest_are_there_in_their_sizes(api: Api) -> None:
    manifest = json.loads(api.client.get("/web/manifest.webmanifest").data)
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in drawn:
        answer = api.client.get(f"/web/{icon['src']}")
        assert answer.content_type == "image/png"
        assert png_size(answer.data) == icon["sizes"]
    assert {(icon.get("purpose"), icon["sizes"]) for icon in drawn} == {
        (purpose, size) for purpose in (None, "maskable") for size in ("192x192", "512x512")
    }


def shell(api: Api) -> Any:
    return api.client.get("/web/shell.json").json


def deployed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's files served from a copy that may be changed."""
    ignored = shutil.ignore_patterns("node_modules")
    shutil.copytree(web.WEB, folder, ignore=ignored, dirs_exist_ok=True)
    monkeypatch.setattr(web, "WEB", folder)


def png_size(content: bytes) -> str:
    """Width and height as the header of a PNG has them."""
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    return f"{width}x{height}"


@pytest.mark.parametrize("path", ["/rules", "/docs"])
def test_a_slash_at_the_end_of_an_address_leads_to_the_page(api: Api, path: str) -> None:
    answer = api.client.get(f"{path}/", base_url="http://localhost/play")
    assert (answer.status_code, answer.headers["Location"]) == (308, f"/play{path}")
    assert api.client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/New", "/new"),
        ("/account).", "/account"),
        ("/boards/Settlers", "/boards/settlers"),
        ("/rules/settlers/", "/rules/settlers"),
        ("/Game/abcdefgh01234567?at=3", "/game/abcdefgh01234567?at=3"),
        ("/docs/?x=1", "/docs?x=1"),
        ("/embed/ABCDEFGH01234567.?at=3", "/embed/abcdefgh01234567?at=3"),
    ],
)
def test_an_address_copied_out_of_a_sentence_leads_to_the_page(
    api: Api, path: str, meant: str
) -> None:
    answer = api.client.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (308, meant)


@pytest.mark.parametrize(
    "path", ["//example.org/new.", "/\\example.org/new.", "/none.", "/%5C/new/"]
)
def test_no_other_host_and_no_page_that_is_missing_is_meant(api: Api, path: str) -> None:
    answer = api.client.get(path, headers={"Accept": "text/html"})
    assert re.match(r"/\w|$", answer.headers.get("Location", ""))


@pytest.mark.parametrize("path", ["/nothing", "/rules/chess"])
def test_an_address_that_leads_nowhere_is_a_page_for_people_and_a_problem_for_programs(
    api: Api, path: str
) -> None:
    chromium = "text/html,application/xml;q=0.9,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
    page = api.client.get(path, headers={"Accept": chromium})
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert '<base href="/">' in page.text
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    for accept in ("*/*", "application/json", "application/problem+json, text/html;q=0.5"):
        problem = api.client.get(path, headers={"Accept": accept})
        assert problem.mimetype == "application/problem+json"
        assert problem.json["code"] == "not_found"


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/games/zzz"])
def test_the_api_answers_problems_in_any_requested_type(api: Api, path: str) -> None:
    answer = api.client.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")
