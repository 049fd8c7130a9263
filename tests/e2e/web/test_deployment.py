"""A new deployment: its page replaces the old one whole or not at all, under a path prefix too."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooSlow

from service.http.page import shell, web
from service.http.page.first_load import digest
from tests.e2e.web import browsers
from tests.e2e.web.visitors import Visitor, Visitors
from tests.waiting import eventually

MODULES = ("ui/dom.js", "pages/frame.js", "pages/new.js", "alexandros/guide.js")
MARKED = """([mark, count]) => {
  const marks = Object.entries(document.documentElement.dataset).filter(([of]) => /js$/.test(of));
  return marks.length === count && marks.every(([, each]) => each === mark);
}"""
LATER = """async () => {
  const { href } = document.querySelector("link[rel=modulepreload]");
  await import(href.replace("app.js", "alexandros-guide.js"));
}"""
STANDS = "async () => { await navigator.serviceWorker.ready; }"
SHELLS = "async () => (await caches.keys()).filter((name) => name.startsWith('shell ')).length"
USAGE = "async () => (await navigator.storage.estimate()).usage"
NEWEST = """async (root) => {
  const { version } = await (await fetch(`${root}/web/shell.json`)).json();
  const shell = await caches.open(`shell ${root}/ ${version}`);
  return (await shell.keys()).length > 0;
}"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's files as they are deployed, to be changed."""
    ignored = shutil.ignore_patterns("node_modules")
    shutil.copytree(web.WEB, tmp_path, ignore=ignored, dirs_exist_ok=True)
    monkeypatch.setattr(web, "WEB", tmp_path)
    _deploy(tmp_path, "old")
    return tmp_path


@pytest.fixture
def prefixed(files: Path) -> Iterator[str]:
    with browsers.served_under("/games") as address:
        yield address


@pytest.fixture
def guest(visitor: Visitors, prefixed: str) -> Iterator[Visitor]:
    """Someone whose browser has kept the old page."""
    made = visitor(service_workers="allow")
    made.site = prefixed
    made.open("new")
    made.page.evaluate(STANDS)
    made.page.reload()
    yield made
    made.context.close()


def test_a_new_version_replaces_the_old_one_whole(guest: Visitor, files: Path) -> None:
    _expect_all(guest.page, "old")
    _deploy(files, "new")
    _reload_until(guest.page, "new")
    guest.page.reload()
    eventually(lambda: guest.page.evaluate(SHELLS) == 1)


def test_an_open_page_is_given_no_newer_files(guest: Visitor, files: Path) -> None:
    other = guest.context.new_page()
    other.goto(f"{guest.site}/new")
    _deploy(files, "new")
    _reload_until(guest.page, "new")
    other.evaluate(LATER)
    _expect_all(other, "old", len(MODULES))


def test_half_a_deployment_is_not_taken(
    guest: Visitor, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest.announce("integrity")
    _deploy(files, "new")
    with monkeypatch.context() as half:
        half.setattr(shell, "digest", lambda content: digest(content + b"not yet here"))
        guest.page.reload()
        _expect_all(guest.page, "old")
    _reload_until(guest.page, "new")


def test_a_new_version_finds_room_once_no_page_uses_the_old_one(
    guest: Visitor, files: Path
) -> None:
    devtools = guest.context.new_cdp_session(guest.page)
    room = guest.page.evaluate(USAGE) * 1.5
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": _origin(guest), "quotaSize": room})
    _deploy(files, "new")

    def is_kept() -> bool:
        _reload_until(guest.page, "new")
        return bool(guest.page.evaluate(NEWEST, guest.site))

    eventually(is_kept)  # the old page is in use, then no more, and then there is room
    assert guest.page.evaluate(SHELLS) == 1


def _origin(guest: Visitor) -> str:
    """The site without the prefix of its path."""
    return guest.site.removesuffix("/games")


def _deploy(folder: Path, mark: str) -> None:
    """Have some modules each name their deployment."""
    for name in MODULES:
        file = folder / name
        code = file.read_text().partition("\n// mark")[0]
        key = file.name.replace(".", "")
        file.write_text(f"{code}\n// mark\ndocument.documentElement.dataset.{key} = '{mark}';\n")


def _reload_until(page: Page, mark: str) -> None:
    """Open the page until its modules are of one deployment: if slow, the next opening has it."""

    def reload() -> bool:
        page.reload()
        try:
            page.wait_for_function(MARKED, arg=[mark, len(MODULES) - 1], timeout=3000)
        except TooSlow:
            return False
        return True

    eventually(reload)


def _expect_all(page: Page, mark: str, count: int = len(MODULES) - 1) -> None:
    """All modules that the page has by now are of one deployment."""
    page.wait_for_function(MARKED, arg=[mark, count])
