"""Firefox and WebKit where they are installed."""

from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from websocket import WebSocketException

from tests.e2e.other_browsers.firefox import firefox
from tests.e2e.other_browsers.programs import missing
from tests.e2e.other_browsers.webkit import webkit
from tests.e2e.other_browsers.window import Browser
from tests.leaving_out import leave_out

STARTED = {"firefox": firefox, "webkit": webkit}
ABORTED = "status=2152398850"
"""Firefox's message about a font whose page was left."""


@pytest.fixture(params=STARTED)
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    """A browser of the test's own; fails the test if a page reported an error."""
    name = request.param
    if packages := missing(name):
        leave_out(f"{name} was left out: install {' and '.join(packages)}")
    with STARTED[name](tmp_path) as browser:
        yield browser
        assert [each for each in browser.faults if ABORTED not in each] == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure's report the folder with pictures of the browser's tabs."""
    report = yield
    if report.failed and call.when == "call" and "browser" in item.funcargs:
        folder: Path = item.funcargs["tmp_path"]
        browser: Browser = item.funcargs["browser"]
        with suppress(WebDriverException, WebSocketException, OSError):
            browser.picture(folder)
        report.sections.append(("Pictures", "\n".join(map(str, sorted(folder.glob("*.png"))))))
    return report
