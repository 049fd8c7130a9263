"""Tabs of one window of the whole Chromium: those behind the first are truly hidden."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, BrowserType

from tests.e2e.web.browsers import FLAGS, PATIENCE_MILLISECONDS, whole_chromium
from tests.e2e.web.prepared_games import Prepared, person, prepared_by
from tests.leaving_out import leave_out
from tests.waiting import eventually

PORT = "DevToolsActivePort"
TABS = 8
WINDOW = ("--headless=new", "--no-first-run", "--remote-debugging-port=0", "--window-size=1280,900")
LOCKS = """navigator.locks.query().then(({ held, pending }) => {
  const named = (locks, word) => locks.filter(({ name }) => name.startsWith(`anabasis ${word}`));
  return [named(held, "held").length, named([...held, ...pending], "waiting").length];
})"""


@contextmanager
def one_window(chromium: BrowserType, folder: Path) -> Iterator[BrowserContext]:
    """A browser started as people's are; of its tabs only the one in front is visible.

    In Playwright's own browsers every page counts as visible and focused.
    """
    chromium_of_tabs = whole_chromium() or leave_out("tabs were left out: install chromium")
    command = [chromium_of_tabs, *WINDOW, *FLAGS, f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        port = eventually(lambda: _port(folder / PORT), 60.0)
        address = f"http://127.0.0.1:{port}"
        browser = chromium.connect_over_cdp(address, no_defaults=True)
        context = browser.contexts[0]
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        yield context
        browser.close()
    finally:
        process.terminate()
        process.wait(60.0)


def games_of(site: str, *names: str) -> list[Prepared]:
    """Live games of the same people in which the first waits for the second."""
    people = [person(site, name) for name in names]
    return [prepared_by(people, first_seat=1, title=f"Game {n}") for n in range(TABS)]


def moved(game: Prepared) -> int:
    """The version at which, by the second's moves, it is the first's turn."""
    return int(game.play(lambda view: view["to_act"] == [0])["version"])


def _port(file: Path) -> str:
    """Return the port that the browser has written, if it is there whole."""
    port, _, rest = file.read_text().partition("\n") if file.exists() else ("", "", "")
    return port if rest else ""
