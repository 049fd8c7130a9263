"""Faults of a game's layout: parts cut, covered or off the screen, and targets too small to hit."""

from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, ViewportSize
from playwright.sync_api import TimeoutError as TooLate

Size = tuple[int, int]
PHONE: Size = (390, 844)
SIZES: tuple[Size, ...] = ((1920, 1080), (1280, 800), (768, 1024), PHONE)
FINGER = 44
ZOOM_MILLISECONDS = 10_000.0
VIEW = 'document.querySelector("#map svg").getAttribute("viewBox")'
STILL = f"""(before) => {{
  const last = window.lastView;
  window.lastView = {VIEW};
  return window.lastView !== before && window.lastView === last;
}}"""
"""True once the map has moved and stands still: asked at each frame."""
LAYOUT = Path(__file__).with_suffix(".js").read_text()


def faults(page: Page, sizes: tuple[Size, ...] = SIZES) -> list[str]:
    """Return the faults of a page at some sizes, with the whole board on show."""
    found = []
    for size in sizes:
        _resize(page, size)
        found += [f"{size[0]}: {fault}" for fault in page.evaluate(f"{LAYOUT}.faults()")]
    return found


def small_targets(page: Page) -> list[str]:
    """Return the fault of targets that a finger on a phone cannot hit after the tap that zooms."""
    _resize(page, PHONE)
    targets = page.evaluate(f"{LAYOUT}.targets(true)")
    if targets and targets["least"] < FINGER:
        _zoom(page, targets["x"], targets["y"])
        targets = page.evaluate(f"{LAYOUT}.targets(false)")
    if targets and targets["least"] < FINGER:
        return [f"a target of {targets['least']} px"]
    return []


def _zoom(page: Page, x: float, y: float) -> None:
    """Tap; a busy page answers a tap later, and one that never zooms has small targets."""
    before = page.evaluate(VIEW)
    page.touchscreen.tap(x, y)
    with suppress(TooLate):
        page.wait_for_function(STILL, arg=before, timeout=ZOOM_MILLISECONDS)


def _resize(page: Page, size: Size) -> None:
    wanted: ViewportSize = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)
