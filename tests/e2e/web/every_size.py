"""Pictures of every scene and phase at the four sizes, in the light and in the dark."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from service.texts import LANGUAGES
from tests.e2e.web import browsers
from tests.e2e.web.accessibility import DRAWN
from tests.e2e.web.browsers import Site
from tests.e2e.web.front_scenes import EVERY_SCENE
from tests.e2e.web.layout import PHONE, SIZES, Size
from tests.e2e.web.phases import RECORDS, tour
from tests.e2e.web.scenes import Stage
from tests.e2e.web.visitors import Visitor

QUALITY = 80
THEMES = ("light", "dark")


def take_scenes(browser: Browser, stage: Stage, folder: Path) -> Iterator[str]:
    """Take every scene, opened by a finger on the phone and by a mouse elsewhere."""
    for name, scene in EVERY_SCENE.items():
        for sizes in ((PHONE,), SIZES[:-1]):
            with _visit(browser, stage.site, sizes[0]) as guest:
                scene(guest, stage)
                _take(guest.page, folder / _named(name), sizes)
        yield name


def take_phases(browser: Browser, site: Site, folder: Path) -> Iterator[str]:
    """Take every phase of every ruleset as player, spectator and in replay, in four languages."""
    for record, language in zip(RECORDS, LANGUAGES, strict=True):
        guests: list[Visitor] = []

        def visitor(*args: Any, guests: list[Visitor] = guests, **given: Any) -> Visitor:
            guests.append(browsers.visit(browser, site, *args, **given))
            return guests[-1]

        def look(place: str, page: Page, name: str = record[0]) -> None:
            _take(page, folder / _named(f"{name} {place}"), SIZES)

        tour(visitor, site, record, look, [language])
        for guest in guests:
            guest.context.close()
        yield record[0]


def _named(words: str) -> str:
    return re.sub(r"\W+", "-", words).strip("-")


@contextmanager
def _visit(browser: Browser, site: str, size: Size) -> Iterator[Visitor]:
    density = 2 if size == PHONE else 1
    guest = browsers.visit(browser, site, *size, phone=size == PHONE, device_scale_factor=density)
    yield guest
    guest.context.close()


def _take(page: Page, path: Path, sizes: tuple[Size, ...]) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            page.evaluate(DRAWN)
            taken = path.with_name(f"{path.name}-{width}-{theme}.jpg")
            page.screenshot(path=taken, type="jpeg", quality=QUALITY)
    page.emulate_media(color_scheme="light")
