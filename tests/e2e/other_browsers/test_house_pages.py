"""Hostile pages of a host in Firefox and WebKit."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.http.page.web import HEADERS
from service.settings.config import Config
from tests.e2e.other_browsers.window import Browser
from tests.e2e.web.browsers import served_here
from tests.service.conftest import fake_store
from tests.service.http.page.hostile_pages import hostile_pages
from tests.waiting import eventually

# A hundred pages, each opened in turn, on a machine that may have other work.
pytestmark = [pytest.mark.browsers, pytest.mark.timeout(900)]
POLICY = "Content-Security-Policy"
CONTROL = b"<!doctype html><title>Control</title><script>window.ran = 1</script>"
FOUND = """() => [
  ...performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => !name.startsWith(location.origin)),
  ...("ran" in globalThis ? ["ran"] : []),
]"""
"""What a page has asked others for, and whether it ran anything of its own."""


class Reporting:
    """The app, with a policy that has browsers report each violation; `/control` violates it."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        self._app = app
        self.reports: list[bytes] = []

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def reporting(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            told = [(k, f"{v}; report-uri /reports" if k == POLICY else v) for k, v in headers]
            return start(status, told, *more)

        match environ["PATH_INFO"]:
            case "/reports":
                self.reports.append(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
                start("204 No Content", [])
                return []
            case "/control":
                reporting("200 OK", [("Content-Type", "text/html"), (POLICY, HEADERS[POLICY])])
                return [CONTROL]
        return self._app(environ, reporting)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for n, source in enumerate(hostile_pages()):
        (folder / f"hostile-{n}.md").write_text(source)
    return folder


@pytest.fixture
def app(folder: Path) -> Reporting:
    return Reporting(create_app(Config(rate_limit=False, pages=folder), fake_store()))


@pytest.fixture
def site(app: Reporting) -> Iterator[str]:
    with served_here(app) as address:
        yield address


def test_hostile_pages_run_nothing_and_violate_nothing(
    browser: Browser, folder: Path, app: Reporting, site: str
) -> None:
    """The last page violates the policy: a browser that reports it would have reported others."""
    window = browser.window()
    for file in sorted(folder.glob("hostile-*.md")):
        window.open(f"{site}/about/{file.stem}")
        assert window.run(FOUND) == []
    window.open(f"{site}/control")
    assert window.run(FOUND) == []
    eventually(lambda: app.reports, 60.0)
    assert [each for each in app.reports if b"/control" not in each] == []
    # Pages were left while they, or the worker, still asked for files, which Firefox reports.
    browser.faults.clear()
