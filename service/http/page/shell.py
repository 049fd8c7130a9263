"""The service worker's list of the page's files, by which it keeps the page for use offline."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec
from flask import Blueprint, Response

from domain.kernel.rulesets import rulesets
from service.clients import WEB
from service.context import services
from service.http.page.first_load import digest
from service.http.page.house_files import LOGO, STYLE, house_files
from service.http.page.web import (
    PAGES,
    TEXT_FACE,
    TYPES,
    all_rooms,
    edited_rulesets,
    house_values,
    present_bundle,
    rendered,
    revalidated,
    texts_json,
)
from service.machine.slices import in_slices
from service.texts import WITH_TEXTS, house_name

# Modules are kept in their bundles, and a browser keeps the icons of an installed page itself.
KEPT = TYPES.keys() - {".js", ".png"}
"""Endings of the files that the service worker keeps one by one."""

blp = Blueprint("shell", __name__)


@blp.get("/web/shell.json")
def shell() -> Response:
    """The files of the page with their digests; a change of any of them is a new version."""
    # Some hundred files are read and digested: other requests are served in between.
    files = dict(in_slices(_shell()))
    version = sha256(msgspec.json.encode(files)).hexdigest()[:16]
    listed = msgspec.json.encode({"version": version, "files": files})
    return revalidated(Response(listed, content_type="application/json"))


def _shell() -> Iterator[tuple[str, str]]:
    """Yield each file of the page, as a path from the service's root, and its digest."""
    pages = PAGES | {f"rules/{ruleset}": "rules" for ruleset in rulesets()}
    pages |= {f"boards/{ruleset}": "boards" for ruleset in edited_rulesets()}
    for path, name in pages.items():
        yield path, digest(_kept_page(path, name))
    bundle = present_bundle()
    for name, content in bundle.files.items():
        # The page of any game, which the worker keeps, has the styles of every ruleset.
        if bundle.of_one_ruleset(name):
            continue
        yield bundle.address(name), digest(content)
    config = services().config
    own = house_files(config)
    yield from ((f"web/{name}", digest(own[name])) for name in (STYLE, LOGO) if name in own)
    for folder in (WEB, *(WEB / room for room in all_rooms())):
        for file in sorted(folder.glob("*.*")):
            name = file.relative_to(WEB).as_posix()
            # Readers who save data do without the text face, and the browser's own cache keeps it.
            if file.suffix in KEPT and not file.match(TEXT_FACE):
                yield f"web/{name}", digest(own.get(name) or file.read_bytes())
    for name in config.languages:
        yield (
            f"web/texts/{name}.json",
            digest(texts_json(name, "", house_name(), config.languages)),
        )
        for part in WITH_TEXTS:
            content = texts_json(name, part, house_name(), config.languages)
            yield f"web/texts/{part}/{name}.json", digest(content)


def _kept_page(path: str, name: str) -> bytes:
    """Return a page as it is served; the page of any game names no ruleset."""
    room, _, last = path.partition("/")
    values = {"ruleset": last} if room == "rules" and last else house_values(name)
    return rendered(name, "../" * path.count("/"), **values).encode()
