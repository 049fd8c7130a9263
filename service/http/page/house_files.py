"""The page's files that bear the host's name, logo and accent colour in place of our own."""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from service.clients import WEB
from service.settings.config import Config
from service.texts import HOUSE_NAME

if TYPE_CHECKING:
    from PIL.Image import Image

STYLE = "house.css"
LOGO = "house.png"
MANIFEST = "manifest.webmanifest"
WORKER = "worker.js"
LOGO_PIXELS, ICON_PIXELS = 96, 192
# Android cuts a maskable icon to a circle of four fifths of its width.
MASKABLE, PAPER = 0.56, "#f5efe2"
BRAND = """.brand { min-width: 0; }
.brand span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
"""
BRAND_LOGO = f""".brand svg {{ background: url("{LOGO}") center / contain no-repeat; }}
.brand svg > * {{ display: none; }}
"""
# The dot of `icons/turn.svg`.
DOT = '<circle cx="21" cy="-21" r="9" fill="#a8431f" stroke="#fff" stroke-width="3"/>'


def house_files(config: Config) -> Mapping[str, bytes]:
    """Return the files by their paths below `web/`; none if nothing is the host's own."""
    return _files(config.name, config.logo, config.accent, config.languages[0])


@cache
def _files(
    name: str, logo: Path | None, accent: tuple[str, str] | None, language: str
) -> Mapping[str, bytes]:
    files: dict[str, bytes] = {}
    if name != HOUSE_NAME or accent:
        files[MANIFEST] = _manifest(name, accent)
    if name != HOUSE_NAME or logo or accent:
        files[STYLE] = _style(logo, accent)
    if logo:
        files |= _pictures(logo)
    worker = (WEB / WORKER).read_bytes()
    own = _worker(worker, name, language)
    return files if own == worker else {**files, WORKER: own}


def _manifest(name: str, accent: tuple[str, str] | None) -> bytes:
    manifest = msgspec.json.decode((WEB / MANIFEST).read_bytes())
    colour = accent[0] if accent else manifest["theme_color"]
    own = {"name": name, "short_name": name, "theme_color": colour}
    return msgspec.json.encode({**manifest, **own})


def _style(logo: Path | None, accent: tuple[str, str] | None) -> bytes:
    # `html:root` counts for more than the page's `:root`, regardless of the order of the sheets.
    light_dark = "html:root {{ --accent: var(--light, {}) var(--dark, {}); }}\n"
    colours = light_dark.format(*accent) if accent else ""
    return f"{BRAND}{BRAND_LOGO if logo else ''}{colours}".encode()


def _worker(worker: bytes, name: str, language: str) -> bytes:
    """Return the service worker with the name, and the language of last resort."""
    named = worker.replace(b'title: "Anabasis"', f"title: {json.dumps(name)}".encode())
    return named.replace(b'.slice(0, 2)), "en"]', f'.slice(0, 2)), "{language}"]'.encode())


def _pictures(path: Path) -> dict[str, bytes]:
    """Return the logo as the page's icons."""
    from PIL import Image  # noqa: PLC0415 - 30 ms that no other service need wait for

    with Image.open(path) as opened:
        logo = opened.convert("RGBA")
    icon = _png(logo, ICON_PIXELS)
    return {
        LOGO: _png(logo, LOGO_PIXELS),
        "icons/icon.svg": _svg(icon),
        "icons/turn.svg": _svg(icon, DOT),
        "icons/192.png": icon,
        "icons/512.png": _png(logo, 512),
        "icons/maskable-192.png": _png(logo, 192, MASKABLE, PAPER),
        "icons/maskable-512.png": _png(logo, 512, MASKABLE, PAPER),
    }


def _png(logo: "Image", pixels: int, share: float = 1, paper: str = "#0000") -> bytes:
    """Return the logo in the middle of a square, written anew: no metadata comes along."""
    from PIL import Image, ImageOps  # noqa: PLC0415 - as above

    inner = ImageOps.contain(logo, (round(pixels * share),) * 2)
    square = Image.new("RGBA", (pixels, pixels), paper)
    square.alpha_composite(inner, ((pixels - inner.width) // 2, (pixels - inner.height) // 2))
    written = BytesIO()
    square.save(written, "PNG")
    return written.getvalue()


def _svg(png: bytes, more: str = "") -> bytes:
    """Return a picture as an SVG, as the page names its icons so."""
    address = f"data:image/png;base64,{b64encode(png).decode()}"
    image = f'<image width="64" height="64" x="-32" y="-32" href="{address}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">{image}{more}</svg>'
    return svg.encode()
