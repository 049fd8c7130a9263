"""Accessibility faults of a page: axe in every theme and size, and overflow at the narrowest."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from playwright.sync_api import Page

import clients
from tests.e2e.web.layout import SIZES, Size
from tests.e2e.web.page_text import overflow

Theme = Literal["light", "dark", "forced"]
PACKAGES = Path(clients.__file__).parent / "web" / "node_modules"
FILL = "-webkit-text-fill-color"
AXE = (PACKAGES / "axe-core" / "axe.min.js").read_text().replace(FILL, "color")
"""Chromium forces no fill colour, which is the text's own: axe would miss the forced one."""
NARROWEST: Size = (320, 640)
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""The themes differ in colours alone: no other rule can distinguish them."""
LIFT = "() => document.querySelectorAll(':modal').forEach(({style}) => (style.zIndex = 99))"
"""Axe knows no top layer: it takes a dialog as covered by anything with a z-index, and skips it."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SHOWN = """() => {
  const probe = document.createElement("i");
  probe.style.color = "rgb(1, 2, 3)";
  document.documentElement.append(probe);
  const isForced = getComputedStyle(probe).color !== "rgb(1, 2, 3)";
  probe.remove();
  const [red] = getComputedStyle(document.body).backgroundColor.match(/\\d+/g);
  return isForced ? "forced" : red < 128 ? "dark" : "light";
}"""
"""The theme that the page is drawn in, by the colours that it really has."""
CHECK = """(rules) => axe.run(document, {
  resultTypes: ["violations"], ...(rules && {runOnly: rules}),
}).then(({violations, passes}) => [
  ...([...violations, ...passes].some(({id}) => id === "color-contrast") ? [] : ["no contrast"]),
  ...violations.flatMap(({id, nodes}) => nodes.slice(0, 3).map((node) =>
    `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.split("\\n").at(-1)}`))])"""


@dataclass(frozen=True, slots=True)
class Look:
    """A theme at a size of the window."""

    theme: Theme
    size: Size

    def __str__(self) -> str:
        return f"{self.theme} {self.size[0]}"


THEMES: tuple[Theme, ...] = get_args(Theme)
LOOKS = [Look(theme, size) for size in SIZES for theme in THEMES]
USUAL = [Look("light", (1280, 800)), Look("dark", (390, 844)), Look("forced", (1280, 800))]


def looks_in(turn: int) -> list[Look]:
    """Return a look in every theme; four turns running have each of them at each size."""
    return [Look(theme, SIZES[(turn + n) % len(SIZES)]) for n, theme in enumerate(THEMES)]


def complaints(page: Page, looks: Iterable[Look] = USUAL) -> list[str]:
    """Return the page's faults in some looks; what no theme changes is checked in the light."""
    _load_axe(page)
    found = [
        f"{look}: {fault}"
        for look in looks
        for fault in _at(page, look, None if look.theme == "light" else COLOUR_RULES)
    ]
    _show(page, Look("light", NARROWEST))
    return found + _too_wide(page)


NEXT_FRAMES = """() => new Promise((go) =>
  requestAnimationFrame(() => requestAnimationFrame(go)))"""
"""The page looks at the sizes of its parts in the frame after they changed."""


def complaints_in(page: Page, look: Look, then: Size | None = None) -> list[str]:
    """Return the page's faults in one look, by all rules; it is light ``then``, at another size."""
    _load_axe(page)
    found = [f"{look}: {fault}" for fault in _at(page, look, None)]
    _show(page, Look("light", then or look.size))
    return found


def _load_axe(page: Page) -> None:
    page.evaluate(LIFT)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)


def _at(page: Page, look: Look, rules: list[str] | None) -> list[str]:
    _show(page, look)
    page.evaluate(NEXT_FRAMES)
    return list(page.evaluate(CHECK, rules)) + _too_wide(page)


def _show(page: Page, look: Look) -> None:
    width, height = look.size
    forced = look.theme == "forced"
    page.emulate_media(
        color_scheme="dark" if look.theme == "dark" else "light",
        forced_colors="active" if forced else "none",
    )
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)
    assert page.evaluate(SHOWN) == look.theme


def _too_wide(page: Page) -> list[str]:
    wider = overflow(page)
    return [f"wider by {wider} px"] if wider else []
