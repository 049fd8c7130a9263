"""The client installs alone, with httpx and httpx-sse, and plays against a real server."""

import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.service.running import ROOT, running

FOLDER = ROOT / "clients" / "python"
MOST_BYTES = 10_000_000
BOT_LINES = 40
SPECTATOR = """
import asyncio
import sys
from anabasis_client import Anabasis, AsyncAnabasis, NotFound

service = Anabasis(sys.argv[1])
ada = service.with_token(service.create_player("Ada")["token"])
made = ada.create_game(ruleset="alexandros", board="tiny", listed=False, bots=["greedy"])
game, code = made["game_id"], made["join_code"]
ada.resign(game)

async def main():
    async with AsyncAnabasis(sys.argv[1]) as public:
        try:
            await public.view(game)
        except NotFound as error:
            print(error.code)
        stream = public.stream(game, code=code)
        versions = [event["version"] async for event in stream]
        view = await public.view(game, code=code)
        read = [event async for event in public.iter_events(game, code=code)]
        head = await public.head(game, code=code)
        rules = await public.rules("alexandros")
        print(versions == [*range(1, view["version"] + 1)] == [each["version"] for each in read])
        print(stream.seen.hash == view["hash"] == head["hash"] == read[-1]["hash"])
        print(bool(rules["sections"]))

asyncio.run(main())
"""
COMMAND = """
from importlib.metadata import entry_points

[command] = entry_points(group="console_scripts", name="anabasis-client")
command.load()()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's wheel, built as `make wheels` builds it."""
    folder = tmp_path_factory.mktemp("wheels")
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--quiet")
    command = (sys.executable, "-m", "pip", "wheel", *offline, "--wheel-dir", folder, FOLDER)
    subprocess.run(command, check=True, capture_output=True)
    [wheel] = folder.glob("anabasis_client-*.whl")
    return wheel


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python in a fresh environment, in which there are only the client and what it requires."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run((sys.executable, "-m", "venv", "--without-pip", folder), check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    for name in requirements(wheel):
        copy_installed(name, packages)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real service."""
    folder = tmp_path_factory.mktemp("service")
    with running(folder / "log", ANABASIS_DATA=str(folder / "var")) as run:
        yield run.address


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        [name] = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def requirements(wheel: Path) -> set[str]:
    """The names of all distributions that the client requires, near and far."""
    names, waiting = set[str](), metadata(wheel).get_all("Requires-Dist") or []
    while waiting:
        each = Requirement(waiting.pop())
        if each.name not in names and (not each.marker or each.marker.evaluate({"extra": ""})):
            names.add(each.name)
            waiting += distribution(each.name).requires or []
    return names


def copy_installed(name: str, packages: Path) -> None:
    """Copy an installed distribution's files, but its programs."""
    for file in distribution(name).files or []:
        if ".." not in file.parts and "__pycache__" not in file.parts:
            target = packages / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(file.locate()), target)


def run(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = (python, "-I", *words)
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=240, check=False
    )


def bot() -> str:
    [program] = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    return program


def test_it_requires_httpx_and_httpx_sse_alone(wheel: Path):
    named = [Requirement(each) for each in metadata(wheel).get_all("Requires-Dist")]
    assert {each.name for each in named if not each.marker} == {"httpx", "httpx-sse"}


def test_it_is_typed_and_licensed_and_links_to_no_host(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "anabasis_client/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert metadata(wheel)["License-Expression"] == "MIT"
    assert "Project-URL" not in metadata(wheel)


def test_it_holds_the_package_alone(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        folders = {name.split("/")[0] for name in archive.namelist()}
    assert {name for name in folders if not name.endswith(".dist-info")} == {"anabasis_client"}


def test_it_adds_less_than_10_megabytes_to_an_empty_environment(python: Path):
    [packages] = python.parents[1].glob("lib/python*/site-packages")
    subprocess.run((python, "-m", "compileall", "-q", packages), check=True)
    sizes = [file.stat().st_size for file in packages.rglob("*") if file.is_file()]
    assert sum(sizes) < MOST_BYTES


def test_its_import_reads_neither_asyncio_nor_the_types(python: Path, tmp_path: Path):
    program = "import sys, anabasis_client; print(*sys.modules)"
    modules = run(python, tmp_path, "-c", program).stdout.split()
    assert "anabasis_client.client" in modules
    assert not {"asyncio", "anabasis_client.answers", "anabasis_client.async_client"} & {*modules}


def test_its_command_names_the_extra_that_it_lacks(python: Path, tmp_path: Path):
    ended = run(python, tmp_path, "-c", COMMAND)
    assert ended.returncode == 1
    [told] = ended.stderr.splitlines()
    assert "pip install click prompt-toolkit" in told


def test_the_bot_of_its_readme_plays_a_game_to_its_end(python: Path, service: str, tmp_path: Path):
    lines = [line for line in bot().splitlines() if line]
    assert len(lines) <= BOT_LINES
    program = bot().replace("http://127.0.0.1:8000", service)
    played = run(python, tmp_path, "-c", program, "settlers")
    assert played.stderr == ""
    scores, checked = played.stdout.splitlines()
    assert re.match(r"\[\d+, \d+\] \w+", scores)
    assert re.match(r"\d+ events, each hash right", checked)


def test_a_spectator_that_awaits_needs_the_code_of_an_unlisted_game(
    python: Path, service: str, tmp_path: Path
):
    watched = run(python, tmp_path, "-c", SPECTATOR, service)
    assert watched.stderr == ""
    assert watched.stdout.splitlines() == ["not_found", "True", "True", "True"]
