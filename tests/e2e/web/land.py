"""How large the land is in every phase, at each size: `python -m tests.e2e.web.land`.

Each line gives the map's share of the window, the land's of the map in its larger direction, the
pixels of both, the scale, the panel's height, and how many of the choices are hidden.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser, Page

from tests.e2e.web import browsers
from tests.e2e.web.accessibility import DRAWN
from tests.e2e.web.browsers import Site
from tests.e2e.web.layout import PHONE, Size
from tests.e2e.web.phases import RECORDS, Record, tour
from tests.e2e.web.visitors import Visitor

DESKS: tuple[Size, ...] = ((1280, 800), (1366, 768), (1280, 640), (1920, 1080))
LAND = Path(__file__).with_suffix(".js").read_text()
QUALITY = 80


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([name for name, *_ in RECORDS]))
@click.option("--pictures", type=click.Path(path_type=Path), help="A folder for pictures of all.")
def main(names: tuple[str, ...], pictures: Path | None) -> None:
    """Measure the games NAMES, all when none is given."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anabasis-")))
        browser = stack.enter_context(browsers.chromium())
        site = stack.enter_context(browsers.served(folder))
        for record in RECORDS:
            if record[0] in (names or record):
                _measure(browser, site, record, pictures)


def _measure(browser: Browser, site: Site, record: Record, pictures: Path | None) -> None:
    """Go through a game with a phone and a desk at the same seat, and with a spectator."""
    guests: list[Visitor] = []

    def visitor(*_: int, phone: bool = False, **_given: Any) -> Visitor:
        size, is_phone = (PHONE, True) if phone and not guests else (DESKS[0], False)
        guests.append(browsers.visit(browser, site, *size, phone=is_phone))
        return guests[-1]

    def look(place: str, page: Page) -> None:
        sizes = (PHONE,) if page.evaluate("navigator.maxTouchPoints") else DESKS
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate(DRAWN)
            click.echo(f"{record[0]:<23} {place:<60} {_told(size, page.evaluate(f'{LAND}()'))}")
            if pictures:
                name = "".join(each if each.isalnum() else "-" for each in place)
                path = pictures / f"{record[0]}-{name}-{size[0]}x{size[1]}.jpg"
                page.screenshot(path=path, type="jpeg", quality=QUALITY)

    tour(visitor, site, record, look, ["en", "en"])
    for guest in guests:
        guest.context.close()


def _told(size: Size, seen: dict[str, Any]) -> str:
    shares = f"map {seen['window']:4.0%} of window, land {seen['share']:4.0%} of map"
    pixels = f"{'x'.join(map(str, seen['land'])):>9} of {'x'.join(map(str, seen['map'])):<9}"
    view = f"scale {seen['scale']:.3f} at {seen['origin']}, panel {seen['panel']}"
    hidden = f"hidden {len(seen['hidden'])}/{seen['choices']} {seen['hidden'][:3] or ''}"
    scrolls = " SCROLLS" if seen["isScrolled"] else ""
    return f"{size[0]:>4}x{size[1]:<4} {shares} {pixels} {view} {hidden}{scrolls}"


if __name__ == "__main__":
    main()
