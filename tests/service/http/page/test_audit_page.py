"""The page on auditing a game and its program, as a person with a browser and Python gets them."""

import json
import re
import subprocess
import sys
from pathlib import Path

from service.http.page.audit_page import AUDIT, CHAPTERS
from service.http.page.web import SCRIPT
from tests import fixtures
from tests.clients.audit.luck_forgeries import game, swap_a_drawn_card
from tests.service.api import Api


def audited(program: Path, export: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run a program with the standard library alone, where no file of ours lies."""
    command = [sys.executable, "-I", "-S", program.name]
    return subprocess.run(
        command, input=export, cwd=program.parent, capture_output=True, check=False
    )


def test_the_program_runs_as_it_is_saved(api: Api, tmp_path: Path):
    program = tmp_path / "audit.pyz"
    program.write_bytes(api.client.get("/docs/audit.pyz").data)
    forged = game()
    swap_a_drawn_card(forged)
    for path in fixtures.fixtures("settlers")[:2]:
        assert audited(program, fixtures.read(path)).stdout.endswith(b"events hold\n")
    assert audited(program, json.dumps(forged).encode()).stderr.endswith(b": drawn\n")


def test_the_same_files_make_the_same_program(api: Api):
    first = api.client.get("/docs/audit.pyz")
    again = api.client.get("/docs/audit.pyz", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.mimetype, again.status_code, again.data) == ("application/zip", 304, b"")
    assert first.headers["Content-Disposition"] == 'attachment; filename="audit.pyz"'


def test_the_page_has_the_format_and_a_chapter_a_game(api: Api):
    text = api.client.get("/docs/audit").text
    games = sorted(file.stem for file in AUDIT.glob("games/*.md"))
    chapters = [*CHAPTERS, *games]
    assert re.findall(r'<section id="(\w+)">', text) == chapters
    assert re.findall(r'<a href="docs/audit#(\w+)">[A-Z]', text) == chapters
    assert '<a href="docs/audit#clock">clock</a>' in text
    assert (text.count("<h1>"), "<strong>Hidden values.</strong>" in text) == (1, True)
    assert "<td><code>hidden</code></td>" in text


def test_every_game_with_code_has_a_chapter():
    files = [{file.stem for file in AUDIT.glob(f"games/{name}")} for name in ("[a-z]*.py", "*.md")]
    assert files[0] == files[1]


def test_the_page_keeps_to_the_policy_of_all_pages(api: Api):
    page, front = (api.client.get(path) for path in ("/docs/audit", "/"))
    policy = "Content-Security-Policy"
    assert page.headers[policy] == front.headers[policy]
    text = page.text.replace(SCRIPT, "")
    assert re.findall(r"<script(?! src=|[^>]*></script>)|<style|\sstyle=|\son\w+=", text) == []


def test_every_file_the_page_names_is_there(api: Api):
    names = re.findall(r'(?:href|src)="([^"]+)"', api.client.get("/docs/audit").text)
    assert {"docs/audit.css", "docs/audit.pyz", "docs/audit#log"} <= {*names}
    assert any(name.endswith("/audit.js") for name in names)
    for name in {*names} - {"../", "./"}:
        assert api.client.get(f"/{name}").status_code == 200, name
