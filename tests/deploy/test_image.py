"""The image's recipe, and the wheel in it: complete, and run as a host would run it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.image import Image
from tests.deploy.proxies import ROOT
from tests.leaving_out import leave_out
from tests.service.running import Running

LEFT_OUT = {
    "clients/web/.npmrc",
    "clients/web/eslint.config.mjs",
    "clients/web/floor.mjs",
    "clients/web/package.json",
    "clients/web/package-lock.json",
    # Of the distribution that the client is by itself.
    "clients/python/LICENSE",
    "clients/python/pyproject.toml",
}
"""Files that only developers need; tsconfig files beside these."""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    if sys.platform != "linux" or os.geteuid():
        leave_out("only root of a Linux machine can build a root folder")
    image = Image(tmp_path_factory.mktemp("image"))
    image.build(lent=True)
    return image


@pytest.fixture(scope="module")
def run(image: Image, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with image.running(tmp_path_factory.mktemp("run") / "log") as run:
        assert run.address
        yield run


def test_the_wheel_has_every_file_of_the_four_packages(image: Image) -> None:
    [packages] = image.venv.glob("lib/python3.*/site-packages")
    wanted = {file for file in tracked() if file.split("/")[0] in PACKAGES} - LEFT_OUT
    missing = {file for file in wanted if not (packages / file).exists()}
    assert {file for file in missing if "tsconfig" not in file} == set()
    assert not list(packages.glob("tests")) + list(packages.glob("deploy"))


PACKAGES = ("domain", "projections", "service", "clients")


def tracked() -> set[str]:
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def test_the_image_runs_as_another_user_on_a_root_that_nobody_can_write(run: Running) -> None:
    assert run.ask("GET", "/readyz").json()["status"] == "ready"
    player = run.ask("POST", "/api/v1/players", json={"name": "Ada"}).json()
    token = {"Authorization": f"Bearer {player['token']}"}
    game = {"ruleset": "settlers", "bots": ["greedy"]}
    made = run.ask("POST", "/api/v1/games", json=game, headers=token).json()
    assert run.ask("GET", f"/api/v1/games/{made['game_id']}/picture.png").content[:4] == b"\x89PNG"
    assert all(uid == 10001 for uid in users(run))
    assert "Read-only file system" not in run.told
    assert "Permission denied" not in run.told


def users(run: Running) -> list[int]:
    return [Path(f"/proc/{pid}").stat().st_uid for pid in run.family()]


def test_the_image_serves_page_texts_rules_and_document(run: Running) -> None:
    for path in ("/", "/rules", "/docs", "/api/v1/openapi.json", "/docs/audit"):
        assert run.ask("GET", path).content, path
    german = {"Accept-Language": "de"}
    assert run.ask("GET", "/api/v1/rulesets/settlers/rules", headers=german).content


def test_every_compiled_module_is_valid_whenever_its_source_was_copied(image: Image) -> None:
    compiled = list(image.venv.rglob("service/**/*.pyc"))
    assert compiled
    assert all(module.read_bytes()[4:8] == b"\x01\x00\x00\x00" for module in compiled)


@pytest.mark.long
def test_the_same_sources_make_the_same_image(tmp_path: Path) -> None:
    trees = []
    for name in ("first", "second"):
        image = Image(tmp_path / name)
        image.build(lent=False)
        trees.append(contents(image.venv))
    assert trees[0] == trees[1]
    assert not [path for path in trees[0] if "hatchling" in path]
    with image.running(tmp_path / "log") as run:
        assert run.ask("GET", "/readyz").json()["status"] == "ready"


def contents(folder: Path) -> dict[str, tuple[int, float, bytes]]:
    """Mode, time and bytes of everything in a folder."""
    return {str(path.relative_to(folder)): _content(path) for path in folder.rglob("*")}


def _content(path: Path) -> tuple[int, float, bytes]:
    status = path.lstat()
    if path.is_symlink():
        return status.st_mode, status.st_mtime, os.fsencode(path.readlink())
    return status.st_mode, status.st_mtime, path.read_bytes() if path.is_file() else b""
