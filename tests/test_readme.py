"""The README is true: its ten lines play a whole game against a running service."""

import re
import subprocess
import sys
from contextlib import AbstractContextManager
from dataclasses import fields
from pathlib import Path

import pytest

from service.app import create_app
from service.settings.config import SETTINGS, Config
from service.settings.setting import Setting
from tests.clusters import free_ports
from tests.service.conftest import fake_store
from tests.service.running import Running, running
from tests.waiting import eventually

WORDS = {"none", "embedded", "any", "ours"}
"""Defaults that say in words what happens without the variable."""

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
HANDBOOK = (ROOT / "deploy" / "README.md").read_text("utf-8")
PAGES = [
    page
    for page in sorted({*ROOT.glob("*.md"), *ROOT.glob("[a-z]*/**/*.md")})
    if "node_modules" not in page.parts
]


def ten_lines() -> list[str]:
    """The shell lines of the README's example."""
    block = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
    assert block is not None
    return block.group(1).splitlines()


@pytest.fixture
def port() -> int:
    [port] = free_ports(1)
    return port


def served(tmp_path: Path, port: int) -> AbstractContextManager[Running]:
    settings = {"ANABASIS_DATA": str(tmp_path / "var"), "ANABASIS_PORT": str(port)}
    return running(tmp_path / "log", **settings)


def test_the_ten_lines_wait_for_the_service_play_a_game_to_its_end_and_verify_it(
    tmp_path: Path, port: int
):
    lines, told = ten_lines(), tmp_path / "told"
    assert len(lines) == 10
    script = "\n".join(lines).replace("http://127.0.0.1:8000", f"http://127.0.0.1:{port}")
    with told.open("w") as output:
        command = ["sh", "-c", script]
        play = subprocess.Popen(command, stdout=output, stderr=subprocess.PIPE, text=True)
        eventually(lambda: "Waiting for http://127.0.0.1:" in told.read_text())
        with served(tmp_path, port):
            _, complaints = play.communicate(timeout=270)
    assert complaints == ""
    result, audited, page = told.read_text().splitlines()[-3:]
    assert "'reason'" in result
    assert '"valid":true' in audited
    assert re.fullmatch(rf"http://127\.0\.0\.1:{port}/game/\w+", page)


def test_the_snippet_of_the_library_makes_a_game_where_it_says(tmp_path: Path, port: int):
    (snippet,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert '"http://127.0.0.1:8000"' in snippet
    with served(tmp_path, port) as run:
        program = snippet.replace("http://127.0.0.1:8000", run.address)
        made = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert made.stderr == ""
        assert run.ask("GET", f"/api/v1/games/{made.stdout.strip()}").json()["status"] == "live"


def test_it_is_read_in_a_few_minutes():
    assert len(README.splitlines()) < 140


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(page: Path):
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_target_and_page_that_it_names_is_there():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", README, re.MULTILINE)) <= {*targets}
    rules = {rule.rule for rule in create_app(Config(), fake_store()).url_map.iter_rules()}
    assert set(re.findall(r"`(/[a-z/.0-9]+)`", README)) <= rules


def test_every_field_of_the_configuration_is_a_setting():
    assert {each.name for each in fields(Config)} - set(SETTINGS) == {"rate_limit"}


def test_the_tables_rows_are_those_of_the_settings():
    table = HANDBOOK[HANDBOOK.index("## Settings") :]
    rows = re.findall(r"^\| (`(?:PORT|ANABASIS_).*) \|$", table, re.MULTILINE)
    assert [row.replace("`", "") for row in rows] == [_row(each) for each in SETTINGS.values()]


def test_the_defaults_stated_are_the_true_ones():
    told = {each.variable: each.shown for each in SETTINGS.values()}
    plain = {name: text for name, text in told.items() if text not in WORDS}
    assert len(plain) > 9
    assert Config.from_environment(plain) == Config.from_environment({})


def _row(setting: Setting) -> str:
    names = f"{setting.also} or {setting.variable}" if setting.also else setting.variable
    return f"{names} | {setting.meaning} | {setting.shown}".replace("`", "")
