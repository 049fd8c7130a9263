"""`make chromium` where the system brings no Chromium: Playwright's own headless shell serves."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import pytest

from tests.e2e.web.browsers import executable
from tests.programs import installed
from tests.service.running import ROOT

MAKE = ("make", "--silent", "--old-file=.venv/.dev-stamp", "chromium")
NAMES = (
    "chrome-headless-shell-linux64/chrome-headless-shell",
    "chrome-linux/headless_shell",
    "ffmpeg-linux",
)
LAUNCHED = """
from tests.e2e.web.browsers import chromium
with chromium() as browser:
    print(browser.new_page().evaluate("6 * 7"))
"""


pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not executable(), reason="its archives hold a Chromium of Linux"
)


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine without Chromium and apt-get."""
    (tmp_path / "bin").mkdir()
    for name in ("make", "find"):
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    folders = {"PATH": "bin", "HOME": "home", "PLAYWRIGHT_BROWSERS_PATH": "browsers"}
    return {name: str(tmp_path / folder) for name, folder in folders.items()}


@pytest.fixture
def mirror(bare: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """A host that serves Playwright's archives, in which the system's Chromium starts."""
    for line in _playwright("--dry-run", bare).splitlines():
        if "://" in line:
            _archive(tmp_path / "mirror" / line.split("://")[1].partition("/")[2])
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path / "mirror")
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_playwrights_shell_is_fetched_and_found(bare: dict[str, str], mirror: str):
    made = _run(*MAKE, environment=bare | {"PLAYWRIGHT_DOWNLOAD_HOST": mirror})
    assert (made.returncode, made.stderr) == (0, "")
    again = _run(*MAKE, environment=bare | {"PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:1"})
    assert again.returncode == 0, again.stderr
    launched = _run(installed("python"), "-c", LAUNCHED, environment=bare)
    assert launched.stdout == "42\n", launched.stderr


def test_a_shell_that_cannot_be_fetched_is_reported_in_one_line(bare: dict[str, str]):
    made = _run(*MAKE, environment=bare | {"PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:1"})
    told, ended = made.stderr.splitlines()
    assert "install the package chromium-headless-shell or chromium and try again" in told
    assert ended.startswith("make: ***")
    assert made.returncode == 2


def _playwright(option: str, environment: dict[str, str]) -> str:
    shell = "chromium-headless-shell"
    done = _run(installed("playwright"), "install", option, shell, environment=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _archive(file: Path) -> None:
    """Pack, under each name that Playwright looks for, a program that starts the system's."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(file, "w", ZIP_STORED) as archive:
        for name in NAMES:
            entry = ZipInfo(name)
            entry.external_attr = 0o100755 << 16
            archive.writestr(entry, f'#!/bin/sh\nexec {executable()} "$@"\n')


def _run(*command: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
