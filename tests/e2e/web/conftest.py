"""The service, the browser, and visitors who fail a test for faults before their eyes."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
import trustme
from playwright.sync_api import Browser

from tests.e2e.web import browsers
from tests.e2e.web.prepared_games import Prepared, finished
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitor, Visitors
from tests.service.notices.mailboxes import Mailbox

logging.getLogger("werkzeug").setLevel(logging.WARNING)
"""Its log of requests would bury the failures."""


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    """A mail server of a module's own."""
    with Mailbox(trustme.CA()).serving() as serving:
        yield serving


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with browsers.chromium() as browser:
        yield browser


@pytest.fixture
def visitor(browser: Browser, site: str) -> Iterator[Visitors]:
    """Makes visitors; fails the test where one of them met a fault."""
    visitors: list[Visitor] = []

    def make(*args: Any, **given: Any) -> Visitor:
        made = browsers.visit(browser, site, *args, **given)
        visitors.append(made)
        return made

    yield make
    for each in visitors:
        each.context.close()
    assert [surprise for each in visitors for surprise in each.surprises] == []


@pytest.fixture(scope="session")
def stage(site: str) -> Stage:
    """The games of all scenes; nobody moves in them."""
    return Stage(site)


@pytest.fixture(scope="session")
def over(site: str) -> Prepared:
    """A finished game in which a line was taken back; tests only read it."""
    return finished(site)
