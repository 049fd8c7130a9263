"""The page to play on: static files with their headers, and the service worker's list of them."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, current_app, redirect, request, send_from_directory
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel.rulesets import rulesets
from service.clients import WEB
from service.context import services
from service.http.answering.compression import compressed
from service.http.asking.languages import in_language, language
from service.http.asking.registration import door
from service.http.page.bundles import FOLDER, Bundle, bundled
from service.http.page.first_load import digest, inline_script, styles_of, with_bundle
from service.http.page.foot import feet
from service.http.page.house_files import STYLE, WORKER, house_files
from service.texts import LANGUAGES, WITH_TEXTS, Text, game_texts, house_name, page_texts, text
from service.texts.titles import default_titles

HTML = "text/html"
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
ROOMS = (
    "account",
    "api",
    "boards",
    "fonts",
    "game/end",
    "game/keyboard",
    "game/map",
    "game/notices",
    "game/panel",
    "game/replay",
    "game/seats",
    "game/state",
    "game/teaching",
    "game/tools",
    "game/words",
    "icons",
    "pages",
    "ui",
)
"""The folders of the page besides those of the rulesets."""

PAGES = {
    "": "lobby",
    "new": "new",
    "game/any": "game",
    "rules": "rules",
    "account": "account",
}

TEXT_FACE = "fonts/sans.*.woff2"
"""The face of the page's text, which a page asks for only after it stands."""
WITH_BOARDS = frozenset({"game", "lobby", "new", "rules"})
"""Pages that draw boards: they have the styles of every ruleset at once."""
IMMUTABLE = "public, max-age=31536000, immutable"
SCRIPT, ANNOUNCING = inline_script(WEB, "early.js"), inline_script(WEB, "announcement.js")
# These scripts stand in the page itself; their digests let them run without `unsafe-inline`.
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'self'; script-src 'self' '{digest(SCRIPT.encode())}' "
        f"'{digest(ANNOUNCING.encode())}'; "
        "base-uri 'self'; object-src 'none'; form-action 'self'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

blp = Blueprint("web", __name__)


@blp.get("/")
@blp.get("/new")
@blp.get("/account")
@blp.get("/rules")
def page() -> Response:
    """A page at a fixed address: the lobby, a new game, the account, or the rules of all games."""
    name = PAGES[request.path.lstrip("/")]
    return _page(name, **house_values(name))


def house_values(name: str) -> dict[str, str]:
    """Return what a page's template shows of the house: on the front page, who may come in."""
    return {"door": door(services().config)} if name == "lobby" else {}


@blp.get("/rules/")
@blp.get("/docs/")
def without_slash() -> BaseResponse:
    """Redirect an address typed with a slash at its end to its page."""
    return led_to(request.script_root + request.path.rstrip("/"))


@blp.get("/rules/<ruleset>")
def rules(ruleset: str) -> Response:
    """The page of a ruleset's rules."""
    return _page("rules", "../", ruleset=ruleset) if ruleset in rulesets() else abort(404)


@blp.get("/boards/<ruleset>")
def boards(ruleset: str) -> Response:
    """The page that draws boards of a ruleset."""
    return _page("boards", "../") if ruleset in edited_rulesets() else abort(404)


def edited_rulesets() -> list[str]:
    """Return the rulesets whose boards can be drawn on the page."""
    return [ruleset for ruleset in rulesets() if (WEB / ruleset / "editor.js").exists()]


@blp.get("/challenge")
def challenge() -> Response:
    """The page of a challenge, whose id stands in the fragment."""
    return _page("challenge")


@blp.get("/@<handle>")
def profile(handle: str) -> Response:  # noqa: ARG001 - the page reads it from the address
    """The page of a player by their handle."""
    return _page("profile")


@blp.get("/favicon.ico")
def favicon() -> Response:
    """The icon at its old address, where browsers look for it beside texts and pictures."""
    return _sent("icons/192.png", TYPES[".png"])


@blp.get("/robots.txt")
def robots() -> Response:
    """Keep crawlers to the pages."""
    # The API has as many addresses as there are moves.
    rules = f"User-agent: *\nDisallow: {request.script_root}/api/\n"
    return Response(rules, content_type="text/plain; charset=utf-8")


@blp.get("/web/<name>")
def asset(name: str) -> Response:
    """A file of the page outside its rooms."""
    kind = Path(name).suffix
    if kind not in TYPES:
        abort(404)
    return _sent(name, TYPES[kind])


@blp.get("/web/<path:folder>/<name>")
def room_asset(folder: str, name: str) -> Response:
    """A file of one of the page's rooms."""
    return asset(f"{folder}/{name}") if folder in all_rooms() else abort(404)


def all_rooms() -> tuple[str, ...]:
    return (*ROOMS, *sorted(rulesets()))


@blp.get(f"/{FOLDER}/<version>/<name>")
def part(version: str, name: str) -> Response:
    """A file of the page's present bundle; it never changes."""
    bundle = present_bundle()
    if version != bundle.digest or name not in bundle.files:
        abort(404)
    response = Response(bundle.files[name], content_type=TYPES[Path(name).suffix])
    response.headers["Cache-Control"] = IMMUTABLE
    return compressed(response)


@blp.get("/web/texts.json")
def texts() -> Response:
    """The page's texts in the browser's language."""
    return _texts(language())


@blp.get("/web/texts/<name>.json")
def texts_in(name: str) -> Response:
    """The page's texts in a chosen language, or those of a game in the browser's language."""
    if name in rulesets():
        return _texts(language(), ruleset=name)
    return _texts(_on_offer(name)) if name in LANGUAGES else abort(404)


@blp.get("/web/texts/<part>/<name>.json")
def texts_of(part: str, name: str) -> Response:
    """The texts of one part of the page, or those of a game of a ruleset, in a chosen language."""
    if part in rulesets() and name in LANGUAGES:
        return _texts(_on_offer(name), ruleset=part)
    return _texts(_on_offer(name), part) if name in LANGUAGES and part in WITH_TEXTS else abort(404)


def _on_offer(name: str) -> str:
    """Return the language, or the first on offer to a reader who chose another one before."""
    offered = services().config.languages
    return name if name in offered else offered[0]


@blp.get(f"/{WORKER}")
def worker() -> Response:
    """The service worker that keeps the page for use offline; its scope is the whole service."""
    response = _sent(WORKER, TYPES[".js"])
    response.headers.extend(HEADERS)
    return response


def _texts(language: str, part: str = "", ruleset: str = "") -> Response:
    # The names that these are cached by: tests have several houses in one process.
    house, offered = house_name(), services().config.languages
    content = (
        _game_texts_json(language, ruleset, house, offered)
        if ruleset
        else texts_json(language, part, house, offered)
    )
    response = Response(content, content_type="application/json")
    return in_language(compressed(revalidated(response)), language)


def revalidated(response: Response) -> Response:
    """Return the response, cacheable but revalidated each time."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def texts_json(language: str, part: str, _house: str, offered: tuple[str, ...]) -> bytes:
    return _texts_answer(language, page_texts(language, part), offered)


@cache
def _game_texts_json(language: str, ruleset: str, _house: str, offered: tuple[str, ...]) -> bytes:
    others = rulesets().keys() - present_bundle().rulesets_of(ruleset)
    return _texts_answer(language, game_texts(language, others), offered)


def _texts_answer(language: str, said: Mapping[str, Text], offered: tuple[str, ...]) -> bytes:
    return msgspec.json.encode(
        {
            "language": language,
            "languages": {each: LANGUAGES[each] for each in offered},
            "default_titles": default_titles(),
            "texts": said,
        }
    )


def _page(name: str, base: str = "", **values: object) -> Response:
    response = revalidated(
        Response(rendered(name, base, **values), content_type=f"{HTML}; charset=utf-8")
    )
    response.headers.extend(HEADERS)
    return response


def rendered(name: str, base: str, **values: object) -> str:
    """Return a page with its links relative to a base; a page without a file is the bare layout."""
    shown = [ruleset] if (ruleset := _shown(values)) else rulesets()
    config = services().config
    own = {
        "feet": feet(config),
        "house": config.name,
        "first_language": config.languages[0],
        "house_style": f"web/{STYLE}" if STYLE in house_files(config) else "",
    }
    return with_bundle(
        _rendered(name, base, **(own | _announcement() | values)), present_bundle(), SCRIPT, shown
    )


def _announcement() -> dict[str, object]:
    """Return the values of the host's announcement, all languages in one: nothing without one."""
    # A page of the service worker is one for all readers, who get the same bytes.
    announcement = services().announcements.known()
    if announcement is None:
        return {}
    labels = {
        language: {
            "label": text(language, "host.announcement_label"),
            "close": text(language, "host.announcement_close"),
        }
        for language in LANGUAGES
    }
    return {"announcement": announcement, "labels": labels, "announcing": Markup(ANNOUNCING)}


def _shown(values: Mapping[str, Any]) -> str | None:
    """Return the ruleset that a page shows, None if it is not known yet."""
    card = values.get("card")
    return card.ruleset if card else values.get("ruleset")


def present_bundle() -> Bundle:
    """Return the files of all pages, as they are now."""
    return bundled(WEB, all_rooms(), lambda name: styles_of(_rendered(name, "", feet={})))


def _rendered(name: str, base: str, **values: object) -> str:
    """Return a page as its template makes it, with the names of its single files."""
    template = _templates().select_template([f"{name}.html", "layout.html"])
    boards = tuple(rulesets()) if name in WITH_BOARDS else ()
    too_old = {language: text(language, "problem.browser_too_old") for language in LANGUAGES}
    (face,) = (f"web/{file.relative_to(WEB).as_posix()}" for file in WEB.glob(TEXT_FACE))
    own = {"name": name, "base": base, "boards": boards, "too_old": too_old, "face": face}
    return template.render(**own, **values)


@cache
def _templates() -> Environment:
    # Jinja reads a changed template again by itself, so the environment may be kept.
    loader = FileSystemLoader(WEB / "pages")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, keep_trailing_newline=True)


def not_found_page() -> BaseResponse | None:
    """Return the page for a browser that asks for a missing one; None for programs.

    A link copied with a sentence's punctuation leads to its page.
    """
    wanted = request.accept_mimetypes
    # Most programs send `*/*`, which prefers no type: they get the problem as JSON.
    is_program = wanted[HTML] <= max(wanted["application/json"], wanted["application/problem+json"])
    if is_program or request.path.startswith("/api/"):
        return None
    if path := _corrected_path():
        return led_to(request.script_root + path)
    # This page can stand at any depth, so its links begin at the service's root.
    page = rendered("missing", f"{request.script_root}/")
    headers = {**HEADERS, "Cache-Control": "no-store"}
    return Response(page, 404, headers, content_type=f"{HTML}; charset=utf-8")


def led_to(path: str) -> BaseResponse:
    """Lead to another path permanently, with the query of the request."""
    # A query may hold any bytes, and Latin-1 alone decodes them all.
    query = request.query_string.decode("latin-1")
    return redirect(f"{path}?{query}" if query else path, 308)


def _corrected_path() -> str | None:
    """Return the path without a sentence's punctuation at its end, otherwise in small letters.

    Return None if no page has such a path.
    """
    plain = re.sub(r"[^\w-]+$", "", request.path)
    path = plain if plain != request.path else plain.lower()
    pages = current_app.create_url_adapter(request)
    # A path that begins with two slashes would lead to another host.
    is_page = re.match(r"/\w", path) and pages is not None and pages.test(path, "GET")
    return path if is_page and path != request.path else None


def _sent(name: str, content_type: str) -> Response:
    """Return a file, revalidated each time, except fonts."""
    if own := house_files(services().config).get(name):
        return revalidated(Response(own, content_type=content_type))
    response = send_from_directory(WEB, name, mimetype=content_type.partition(";")[0])
    response.headers["Content-Type"] = content_type
    # A font's name contains its digest.
    kept = IMMUTABLE if name.endswith(".woff2") else "no-cache"
    response.headers["Cache-Control"] = kept
    return response
