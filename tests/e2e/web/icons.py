"""Draw the icons of the installed page from icon.svg: `python -m tests.e2e.web.icons`."""

import re

from playwright.sync_api import Browser

from service.http.page.web import WEB
from tests.e2e.web.browsers import chromium

FOLDER = WEB / "icons"
SIZES = (192, 512)
BADGE = 96
ROUND, SQUARE = 'rx="14"', 'rx="0"'


def main() -> None:
    """Draw each size twice: with round corners, and filled for launchers that cut their own.

    The badge beside a notice is the star alone: of it Android takes the outline.
    """
    whole = (FOLDER / "icon.svg").read_text()
    assert ROUND in whole
    with chromium() as browser:
        for size in SIZES:
            _draw(browser, whole, size, f"{size}.png")
            _draw(browser, whole.replace(ROUND, SQUARE), size, f"maskable-{size}.png")
        star = re.sub("<rect[^>]*>", "", whole).replace("#f6d77a", "#fff")
        _draw(browser, star, BADGE, "badge.png")


def _draw(browser: Browser, drawing: str, size: int, name: str) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
    page.screenshot(path=FOLDER / name, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
