"""A true service with its worker, and Chromium to look at its page."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from clients.python import Anabasis, Patience
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service import running

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE_MILLISECONDS = 15_000.0
STILL: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block"}
PHONE = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}


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
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


def chromium() -> str:
    """Where the system's Chromium is."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    assert found, "Chromium is missing: apt-get install chromium"
    return found


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Visitors]:
    """Makes visitors; fails the test where one of them met a fault."""
    visitors: list[Visitor] = []

    def make(width: int = 1280, height: int = 800, phone: bool = False, **given: Any) -> Visitor:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            **(PHONE if phone else {}),
            **({"service_workers": "block"} | given),
        )
        context.set_default_timeout(PATIENCE_MILLISECONDS)
        made = Visitor(context, context.new_page(), site)
        made.watch()
        visitors.append(made)
        return made

    yield make
    for each in visitors:
        each.context.close()
    assert [surprise for each in visitors for surprise in each.surprises] == []


@pytest.fixture(scope="session")
def api(site: str) -> Anabasis:
    """A player's client, to prepare games with."""
    public = Anabasis(site, patience=Patience(retries=0))
    return public.with_token(public.create_player("Maker")["token"])
