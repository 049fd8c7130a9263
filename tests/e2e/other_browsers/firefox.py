"""Firefox, spoken to by WebDriver BiDi itself: no package of Debian has geckodriver."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Self

import websocket
from selenium.common.exceptions import WebDriverException

from tests.e2e.other_browsers.programs import running
from tests.e2e.other_browsers.window import HEIGHT, PATIENCE_SECONDS, WIDTH, Window
from tests.waiting import eventually

PROGRAM = "firefox-esr"
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "services.settings.server": "data:,",  # what it would ask Mozilla for, it asks nobody
}


class Connection:
    """Commands to one Firefox, and the errors that its pages reported."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(
            address, timeout=PATIENCE_SECONDS, suppress_origin=True
        )
        self._numbers = count(1)
        self.faults: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded", "script.realmDestroyed"])

    def send(self, method: str, realm: str = "", **params: Any) -> Any:
        """Return the result of a command. Raises WebDriverException where it is refused.

        A script of a page that is left is never answered, so ``realm`` says where it runs.
        """
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != number:
            self._note(answer, realm)
        if answer["type"] == "error":
            raise WebDriverException(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _note(self, event: Any, realm: str) -> None:
        method, params = event.get("method"), event.get("params", {})
        if method == "log.entryAdded" and params["level"] == "error":
            self.faults.append(str(params["text"]))
        if method == "script.realmDestroyed" and params["realm"] == realm:
            raise WebDriverException("the page was left")


class FirefoxWindow(Window):
    """A tab; ``person`` is the user context whose cookies it has."""

    def __init__(self, firefox: Connection, person: str, width: int, kind: str = "window") -> None:
        self._firefox, self._person, self._width, self._realm = firefox, person, width, ""
        made = firefox.send("browsingContext.create", type=kind, userContext=person)
        self._context = made["context"]
        self._send("browsingContext.setViewport", viewport={"width": width, "height": HEIGHT})

    def open(self, address: str) -> None:
        self._realm = ""
        self._send("browsingContext.navigate", url=address, wait="complete")

    def tab(self) -> Self:
        return type(self)(self._firefox, self._person, self._width, "tab")

    def show(self) -> None:
        self._send("browsingContext.activate")

    def type(self, keys: str) -> None:
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": strokes})

    def _click_at(self, x: int, y: int) -> None:
        strokes = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": strokes})

    def _call(self, function: str, packed: str) -> str:
        done = self._firefox.send(
            "script.callFunction",
            self._realm,
            functionDeclaration=function,
            arguments=[{"type": "string", "value": packed}],
            target={"context": self._context},
            awaitPromise=True,
        )
        self._realm = done["realm"]
        if done["type"] == "exception":
            raise AssertionError(done["exceptionDetails"]["text"])
        return str(done["result"]["value"])

    def _act(self, actions: dict[str, Any]) -> None:
        self._send("input.performActions", actions=[actions])

    def _send(self, method: str, **params: Any) -> Any:
        return self._firefox.send(method, context=self._context, **params)


class Firefox:
    """A running Firefox."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def faults(self) -> list[str]:
        """The errors that scripts have thrown or reported."""
        return self._connection.faults

    def window(self, width: int = WIDTH) -> FirefoxWindow:
        """A window of somebody who shares no cookie with any other."""
        made = self._connection.send("browser.createUserContext")
        return FirefoxWindow(self._connection, made["userContext"], width)

    def picture(self, folder: Path) -> None:
        """Keep a screenshot of every tab."""
        for n, tab in enumerate(self._connection.send("browsingContext.getTree")["contexts"]):
            context = tab["context"]
            shot = self._connection.send("browsingContext.captureScreenshot", context=context)
            (folder / f"tab{n}.png").write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox on a new profile; it ends with the test."""
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    flags = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile))
    log = folder / "firefox.log"
    with running((PROGRAM, *flags), log, HOME=str(folder), MOZ_CRASHREPORTER_DISABLE="1"):
        connection = Connection(eventually(lambda: _address(profile), PATIENCE_SECONDS))
        yield Firefox(connection)
        connection.close()


def _address(profile: Path) -> str:
    """Return the address that Firefox listens on; empty as long as it does not."""
    try:
        said = json.loads((profile / "WebDriverBiDiServer.json").read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return ""
    return f"ws://{said['ws_host']}:{said['ws_port']}/session"
