"""People at browsers of their own, who note every fault there."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

from service.texts import text

ERRORS = 400
CONFESS = """addEventListener("securitypolicyviolation", (event) => console.error(
  `CSP ${event.effectiveDirective} stopped ${event.blockedURI} in ${event.sourceFile}`));"""

SESSION = 'if (location.origin !== "null") localStorage.setItem("anabasis.session", "begun")'
SIGN_IN = """async (token) => {
  const body = JSON.stringify({ token });
  const headers = { "Content-Type": "application/json" };
  await fetch("api/v1/session", { method: "POST", headers, body });
}"""

BUSY = r"/picture\.(png|svg)\b.* 503\b"
"""On a busy machine the studio turns clients away for a while: pictures have tests of their own."""


@dataclass
class Visitor:
    """A person at a browser of their own; ``faults`` lists everything that went wrong."""

    context: BrowserContext
    page: Page
    site: str
    faults: list[str] = field(default_factory=list)
    announced: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note console errors, CSP violations, failed and refused requests of every page."""
        self.context.add_init_script(CONFESS)
        self.context.on("console", self._said)
        self.context.on("weberror", lambda thrown: self._note(f"thrown: {thrown.error}"))
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._answered)

    def open(self, path: str = "") -> None:
        """Go to a page of the site."""
        self.page.goto(f"{self.site}/{path}")

    def become(self, token: str) -> None:
        """Have in this browser the session of a player."""
        self.context.add_init_script(SESSION)
        answer = self.context.request.post(f"{self.site}/api/v1/session", data={"token": token})
        assert answer.ok, answer.text()

    def text(self, code: str) -> str:
        """A text in the language that the page is in, gaps unfilled."""
        return text(str(self.page.locator("html").get_attribute("lang")), code)

    def announce(self, fault: str) -> None:
        """Faults that this regular expression finds belong to the test."""
        self.announced.append(fault)

    @property
    def surprises(self) -> list[str]:
        """The faults that the test did not announce."""
        return [
            fault
            for fault in self.faults
            if not any(re.search(each, fault) for each in (BUSY, *self.announced))
        ]

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._note(f"{said.location['url']} said: {said.text}")

    def _failed(self, request: Request) -> None:
        if "ERR_ABORTED" not in (request.failure or ""):
            self._note(f"{request.url} failed: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= ERRORS:
            self._note(f"{response.url} answered {response.status}")

    def _note(self, fault: str) -> None:
        self.faults.append(fault)


Visitors = Callable[..., Visitor]


def unfold(page: Page) -> None:
    """Unfold every section of the form of a new game."""
    page.locator(".start-line").wait_for()
    for heading in page.locator(".section > summary").all():
        heading.click()
