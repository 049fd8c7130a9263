"""Accessibility faults of a page: axe in two themes and sizes, and overflow at the narrowest."""

from pathlib import Path
from typing import Literal, get_args

from playwright.sync_api import Page

import clients
from tests.e2e.web.page_text import overflow

Theme = Literal["light", "dark"]
Look = tuple[Theme, int, int]
PACKAGES = Path(clients.__file__).parent / "web" / "node_modules"
AXE = (PACKAGES / "axe-core" / "axe.min.js").read_text()
SIZES = ((1280, 800), (390, 844))
NARROWEST = (320, 640)
LOOKS: list[Look] = [(theme, *size) for size in SIZES for theme in get_args(Theme)]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""The themes differ in colours alone, by ``light-dark()``: no other rule can tell them apart."""
CHECK = """(rules) => axe.run(document, {
  resultTypes: ["violations"], ...(rules && {runOnly: rules}),
}).then(({violations}) =>
  violations.flatMap(({id, nodes}) => nodes.slice(0, 3).map((node) =>
    `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split("\\n").at(-1)}`)))"""


def complaints(page: Page) -> dict[Look, list[str]]:
    """Return the page's faults, by the looks that have any."""
    page.evaluate(AXE)
    found = {look: _at(page, *look) for look in LOOKS}
    found["light", *NARROWEST] = _too_wide(page, *NARROWEST)
    return {look: complaints for look, complaints in found.items() if complaints}


def _at(page: Page, theme: Theme, width: int, height: int) -> list[str]:
    page.emulate_media(color_scheme=theme)
    too_wide = _too_wide(page, width, height)
    rules = COLOUR_RULES if theme == "dark" else None
    return list(page.evaluate(CHECK, rules)) + too_wide


def _too_wide(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    wider = overflow(page)
    return [f"wider by {wider} px"] if wider else []
