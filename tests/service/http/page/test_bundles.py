"""The page's files put together: every module once, after its imports, at a lasting address."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.clients.page_modules import reachable_modules
from service.http.page import web
from service.http.page.bundles import LATER, SHARED, Bundle, all_modules, bundled, entries
from tests.programs import NODE
from tests.service.api import Api

BLOCK = re.compile(r'^modules\["([^"]+)"\] = ', re.MULTILINE)
TAKEN = re.compile(r'^const \{[^}]*\} = modules\["([^"]+)"\];$', re.MULTILINE)
BEFORE = re.compile(r'^import .*"\./([^"]+)";$', re.MULTILINE)
DYNAMIC = re.compile(r'import\("\./([^"]+)"\)\.then\(\(\{ modules \}\) => modules\["([^"]+)"\]\)')
SCRIPT = re.compile(r'href="web/bundle/\w+/([\w.-]+\.js)"|src="web/bundle/\w+/([\w.-]+\.js)"')
MOST_BYTES = {"alexandros": 88_000, "settlers": 90_500, "alexander_the_great": 100_000}
"""The most bytes of a first visit to a game of each ruleset, all but the game itself."""
PAGES = {
    "": "lobby",
    "new": "new",
    "game/any": "game",
    "rules": "rules",
    "account": "account",
}


def bundle() -> Bundle:
    return web.present_bundle()


def scripts() -> dict[str, str]:
    return {name: text.decode() for name, text in bundle().files.items() if name.endswith(".js")}


def loaded(name: str) -> list[str]:
    """The files that a file imports at once, at any depth, and itself, as a browser runs them."""
    order = [file for each in BEFORE.findall(scripts()[name]) for file in loaded(each)]
    return list(dict.fromkeys([*order, name]))


def test_every_module_is_in_one_file() -> None:
    held = [path for text in scripts().values() for path in BLOCK.findall(text)]
    assert len(held) == len(set(held))
    graph = all_modules(web.WEB, web.all_rooms())
    roots = (path for each in entries(graph).values() for path in each)
    assert {*held} == {*reachable_modules(graph.__getitem__, roots)}
    assert len(held) > 70


@pytest.mark.parametrize("name", sorted(scripts()))
def test_a_file_takes_only_what_is_there_when_it_runs(name: str) -> None:
    text = "".join(scripts()[each] for each in loaded(name))
    there: set[str] = set()
    for line in text.splitlines():
        if taken := TAKEN.match(line):
            assert taken[1] in there
        if made := BLOCK.match(line):
            there.add(made[1])


def test_a_dynamic_import_names_the_file_that_holds_its_module() -> None:
    named = {pair for text in scripts().values() for pair in DYNAMIC.findall(text)}
    assert ("settlers-page.js", "settlers/page.js") in named
    for file, path in named:
        assert path in BLOCK.findall(scripts()[file])


@pytest.mark.parametrize("name", sorted(scripts()))
def test_no_module_syntax_is_left_within_a_file(name: str) -> None:
    lines = scripts()[name].splitlines()
    left = [line for line in lines if re.match(r"(import|export)\b(?!\()", line)]
    assert left == [*[line for line in lines[:3] if BEFORE.match(line)], "export { modules };"]


@pytest.mark.parametrize(("path", "page"), PAGES.items())
def test_a_page_names_at_once_every_file_that_it_imports(api: Api, path: str, page: str) -> None:
    html = api.client.get(f"/{path}").text
    named = {first or second for first, second in SCRIPT.findall(html)}
    assert {*loaded(f"{page}.js")} <= named
    early = {*loaded("alexander_the_great-guide.js"), *loaded("alexandros-guide.js")}
    assert named - {*loaded(f"{page}.js")} <= early


def test_rules_bring_the_files_of_their_own_ruleset_alone(api: Api) -> None:
    html = api.client.get("/rules/alexander_the_great").text
    named = {first or second for first, second in SCRIPT.findall(html)}
    assert named == {*loaded("rules.js"), *loaded("alexander_the_great-guide.js")}
    assert "settlers-page.js" in named


def test_rules_are_asked_for_before_the_scripts_are_there(api: Api) -> None:
    first = re.findall(r'data-first="([^"]+)"', api.client.get("/rules/settlers").text)
    assert first == ["api/v1/rulesets/{last}/rules"]


def test_no_page_that_people_come_to_first_waits_for_what_is_needed_later() -> None:
    first = ("lobby.js", "new.js", "game.js", "rules.js", *(f"{r}-page.js" for r in MOST_BYTES))
    assert LATER not in {file for name in first for file in loaded(name)}
    assert LATER in loaded("account.js")
    assert LATER in loaded("game-notices-attention.js")


@pytest.mark.parametrize(("ruleset", "most_bytes"), MOST_BYTES.items())
def test_a_first_visit_to_a_game_is_light(api: Api, ruleset: str, most_bytes: int) -> None:
    names = {*bundle().with_module(f"{ruleset}/page.js"), "game.js", f"game-{ruleset}.css"}
    addresses = [bundle().address(name) for name in names]
    (font,) = (web.WEB / "fonts").glob("display.*.woff2")
    answers = [
        api.client.get(f"/{address}", headers={"Accept-Encoding": "br"})
        for address in (
            *addresses,
            f"web/texts/{ruleset}.json",
            f"web/fonts/{font.name}",
            "game/any",
        )
    ]
    assert sum(len(answer.data) for answer in answers) < most_bytes


@pytest.mark.parametrize(("path", "page"), PAGES.items())
def test_a_page_has_one_style_sheet_and_no_other_request_before_it_is_shown(
    api: Api, path: str, page: str
) -> None:
    html = api.client.get(f"/{path}").text
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', html) == [bundle().address(f"{page}.css")]
    assert re.findall(r"<script src=", html) == []


def test_a_file_may_be_kept_for_ever_and_goes_with_its_digest(api: Api) -> None:
    address = bundle().address(SHARED)
    answer = api.client.get(f"/{address}", headers={"Accept-Encoding": "gzip, br"})
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (answer.headers["Content-Encoding"], answer.vary.as_set()) == ("br", {"accept-encoding"})
    assert len(answer.data) < len(api.client.get(f"/{address}").data) / 3
    assert api.client.get(f"/web/bundle/0123456789abcdef/{SHARED}").status_code == 404


def test_a_changed_module_gives_other_addresses(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "rulesets.js").write_text("export const none = 0;\n")
    page = tmp_path / "pages" / "lobby.js"
    page.write_text('import { none } from "../rulesets.js";\n')
    before = bundled(tmp_path, ["pages"], lambda _: ())
    assert bundled(tmp_path, ["pages"], lambda _: ()) is before
    page.write_text('import { none } from "../rulesets.js";\nnone.toFixed();\n')
    assert bundled(tmp_path, ["pages"], lambda _: ()).digest != before.digest


@pytest.mark.parametrize("name", sorted(scripts()))
def test_a_file_is_whole_javascript(name: str, tmp_path: Path) -> None:
    """A comment read too far would cut code away, which no other check sees."""
    file = tmp_path / f"{name}.mjs"
    file.write_text(scripts()[name])
    subprocess.run([NODE, "--check", file], check=True)


def test_every_process_names_the_files_alike():
    """Otherwise one would not have the files that another's pages name."""
    program = "from service.http.page import web; print(web.present_bundle().address('app.js'))"
    named = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(named) == 1
