"""WebKitGTK, of Safari's family: its driver, its small browser, and a screen that nobody sees."""

import os
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Self

import httpx
from selenium.webdriver import ActionChains, Remote
from selenium.webdriver.webkitgtk.options import Options

from tests.clusters import free_ports
from tests.e2e.other_browsers.programs import program, running
from tests.e2e.other_browsers.window import HEIGHT, PATIENCE_SECONDS, WIDTH, Window
from tests.waiting import eventually

BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
BAR = 38
"""The height of the browser's own bar."""
SCREEN = "1280x1024x24"
LISTEN = """if (!window.told) {
  window.told = [];
  addEventListener("error", ({ message }) => told.push(message));
  addEventListener("unhandledrejection", ({ reason }) => told.push(String(reason)));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => told.push(`CSP: ${blockedURI}`));
}"""
"""The driver reports no errors, and the browser logs none before it ends."""
LESS_MOTION = "[Settings]\ngtk-enable-animations=0\n"


class WebKitWindow(Window):
    """A window: of this browser's tabs the driver could show but the first."""

    def __init__(self, driver: Remote, width: int, faults: list[str]) -> None:
        driver.set_window_rect(0, 0, width, HEIGHT + BAR)
        self._width = width
        self._driver, self._handle, self._faults = driver, driver.current_window_handle, faults

    def open(self, address: str) -> None:
        self._front().get(address)

    def tab(self) -> Self:
        self._front().switch_to.new_window("window")
        return type(self)(self._driver, self._width, self._faults)

    def show(self) -> None:
        self._driver.switch_to.window(self._handle)

    def type(self, keys: str) -> None:
        ActionChains(self._front(), duration=0).send_keys(keys).perform()

    def _call(self, function: str, packed: str) -> str:
        call = (
            f"{LISTEN} return ({function})(arguments[0]).then((value) => [value, told.splice(0)])"
        )
        value, told = self._front().execute_script(call, packed)
        self._faults.extend(told)
        return str(value)

    def _click_at(self, x: int, y: int) -> None:
        actions = ActionChains(self._front(), duration=0)
        actions.w3c_actions.pointer_action.move_to_location(x, y).click()
        actions.perform()

    def _front(self) -> Remote:
        if self._driver.current_window_handle != self._handle:
            self._driver.switch_to.window(self._handle)
        return self._driver


class WebKit:
    """Starts a browser a person: a driver has but one."""

    def __init__(self, folder: Path, screen: str, browsers: ExitStack) -> None:
        self._folder, self._screen = folder, screen
        self._browsers, self._numbers = browsers, count()
        self._drivers: list[Remote] = []
        self.faults: list[str] = []

    def window(self, width: int = WIDTH) -> WebKitWindow:
        """A window of somebody who shares no cookie with any other."""
        home = self._folder / f"home{next(self._numbers)}"
        (home / ".config/gtk-3.0").mkdir(parents=True)
        (home / ".config/gtk-3.0/settings.ini").write_text(LESS_MOTION)
        [port] = free_ports(1)
        command = ("WebKitWebDriver", f"--port={port}")
        self._browsers.enter_context(
            running(command, home / "log", DISPLAY=self._screen, HOME=str(home), XDG_CONFIG_HOME="")
        )
        self._drivers.append(self._session(f"http://127.0.0.1:{port}"))
        return WebKitWindow(self._drivers[-1], width, self.faults)

    def picture(self, folder: Path) -> None:
        """Keep a screenshot of every window."""
        for each, driver in enumerate(self._drivers):
            for n, handle in enumerate(driver.window_handles):
                driver.switch_to.window(handle)
                file = folder / f"browser{each}-window{n}.png"
                file.write_bytes(driver.get_screenshot_as_png())

    def _session(self, address: str) -> Remote:
        eventually(lambda: _listens(address), PATIENCE_SECONDS)
        options = Options()
        options.binary_location = program(BROWSER)
        options.add_argument("--automation")
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            driver = Remote(address, options=options)  # which warns of its own call
        self._browsers.callback(driver.quit)
        return driver


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Make a screen for browsers; all of it ends with the test."""
    with _screen(folder / "xvfb.log") as screen, ExitStack() as browsers:
        yield WebKit(folder, screen, browsers)


@contextmanager
def _screen(log: Path) -> Iterator[str]:
    """The name of a virtual screen of its own; Xvfb says which number was free."""
    reader, writer = os.pipe()
    command = ("Xvfb", "-displayfd", str(writer), "-screen", "0", SCREEN, "-nolisten", "tcp")
    with running(command, log, pass_fds=[writer]), os.fdopen(reader) as said:
        os.close(writer)
        number = said.readline().strip()
        assert number, log.read_text()
        yield f":{number}"


def _listens(address: str) -> bool:
    try:
        return httpx.get(f"{address}/status").is_success
    except httpx.TransportError:
        return False
