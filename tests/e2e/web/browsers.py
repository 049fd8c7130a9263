"""A true service with its worker, and Chromium to look at its page."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, expect, sync_playwright
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.serving import make_server

from service.app import create_app
from service.server.data_folder import running_url
from service.settings.config import Config
from service.store.redis_store import RedisStore
from tests.e2e.web.visitors import Visitor
from tests.service import running
from tests.service.conftest import fake_store

SHELL = "chromium-headless-shell"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PATIENCE_MILLISECONDS = 30_000.0
STILL: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block"}
PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True}
"""Not with the pixels of a true phone: painting them takes 40 % of a test's CPU."""


class Site(str):
    """The address of a service that runs on a folder of data."""

    data: Path

    @property
    def store(self) -> RedisStore:
        """The record, past the service."""
        url = running_url(self.data)
        assert url, f"no server on {self.data}"
        return RedisStore.of_url(url)


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """The address of `anabasis run`: server, web service and worker."""
    settings = {
        "ANABASIS_DATA": str(folder / "var"),
        "ANABASIS_WORKERS": "1",
        "ANABASIS_RATE_LIMIT": "off",
    }
    with running.running(folder / "log", running.COMMAND, **settings) as run:
        site = Site(run.address)
        site.data = run.data
        yield site


@contextmanager
def served_under(prefix: str) -> Iterator[str]:
    """The address of a service that lives under a path prefix of its host."""
    app = create_app(Config(rate_limit=False), fake_store())
    with served_here(DispatcherMiddleware(Flask("elsewhere"), {prefix: app})) as address:
        yield address + prefix


@contextmanager
def served_here(app: Any) -> Iterator[str]:
    """The address of an app that this process serves."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, or Playwright's own."""
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        yield browser
        browser.close()


def executable() -> str | None:
    """Return the path of the system's Chromium; for None Playwright starts its own."""
    return shutil.which(SHELL) or whole_chromium()


def whole_chromium() -> str | None:
    """Return the path of the system's Chromium that has tabs, which headless shells have not."""
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def visit(
    browser: Browser,
    site: str,
    width: int = 1280,
    height: int = 800,
    phone: bool = False,
    **given: Any,
) -> Visitor:
    """Somebody at a window of a size; other options are those of Playwright's contexts."""
    terms = STILL | (PHONE if phone else {}) | given
    context = browser.new_context(viewport={"width": width, "height": height}, **terms)
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    made = Visitor(context, context.new_page(), site)
    made.watch()
    return made
