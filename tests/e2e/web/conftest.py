"""A true service with its worker, and Chromium to look at its page."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, sync_playwright

from clients.python import Anabasis, Patience
from tests.service import running

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ERRORS = 400
PATIENCE_MILLISECONDS = 15_000.0


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `anabasis run`: server, web service and worker."""
    folder = tmp_path_factory.mktemp("web")
    settings = {
        "ANABASIS_DATA": str(folder / "var"),
        "ANABASIS_WORKERS": "1",
        "ANABASIS_RATE_LIMIT": "off",
    }
    with running.running(folder / "log", running.COMMAND, **settings) as run:
        yield run.address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found, "Chromium is missing: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """A person at a browser of their own; ``faults`` are what must not happen."""

    context: BrowserContext
    page: Page
    site: str
    faults: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note console errors, CSP violations, failed and refused requests."""
        self.page.on("console", lambda said: self._note(said.text, said.type == "error"))
        self.page.on("pageerror", lambda error: self._note(str(error), True))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def open(self, path: str = "") -> None:
        """Go to a page of the site."""
        self.page.goto(f"{self.site}/{path}")

    def _note(self, text: str, is_fault: bool) -> None:
        if is_fault:
            self.faults.append(text)

    def _failed(self, request: Request) -> None:
        aborted = "ERR_ABORTED" in (request.failure or "")
        self._note(f"{request.url} failed: {request.failure}", not aborted)

    def _answered(self, response: Response) -> None:
        self._note(f"{response.url} answered {response.status}", response.status >= ERRORS)


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; fails the test where one of them met a fault."""
    visitors: list[Visitor] = []

    def make(width: int = 1280, height: int = 800) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        made = Visitor(context, context.new_page(), site)
        made.watch()
        visitors.append(made)
        return made

    yield make
    for each in visitors:
        each.context.close()
    assert [fault for each in visitors for fault in each.faults] == []


@pytest.fixture(scope="session")
def api(site: str) -> Anabasis:
    """A player's client, to prepare games with."""
    public = Anabasis(site, patience=Patience(retries=0))
    return public.with_token(public.create_player("Maker")["token"])
