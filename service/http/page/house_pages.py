"""The host's own pages, such as the imprint: served in the reader's language, filled in or not."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec
from flask import Blueprint, Response, abort, request

from service.context import services
from service.http.asking.languages import in_language, language
from service.http.page import privacy_facts
from service.http.page.foot import HOUSE_PAGES, foot
from service.http.page.page_folder import OwnPage, PageFolder
from service.http.page.privacy_facts import Facts
from service.http.page.web import HEADERS, HTML, rendered, revalidated
from service.settings.config import Config
from service.texts import LANGUAGES, text

GENERATED: Mapping[str, Callable[[Config, str], Facts]] = {"privacy": privacy_facts.facts}
"""For a page, what the service adds to it from the settings in force, in a language."""
UNFILLED = ("house.unfilled", "house.to_fill")

blp = Blueprint("house_pages", __name__)


@blp.get("/about/<name>")
def page(name: str) -> Response:
    """A page of the host; one that every house has says so if the host has not filled it in."""
    locale, config = _asked(), services().config
    own = _own_page(config, name, locale)
    if own is None and name not in HOUSE_PAGES:
        abort(404)
    generated = GENERATED.get(name)
    written = own.language if own and own.language else locale
    shown = rendered(
        "house",
        "../",
        language=locale,
        feet={locale: foot(locale, config.contact)},
        written=written,
        title=own.title if own and own.title else _default_title(name, locale),
        has_title=own is not None and own.title,
        text=own.html if own else "",
        unfilled=() if own else [text(locale, code, page=name) for code in UNFILLED],
        facts=generated(config, locale) if generated else (),
    )
    response = revalidated(Response(shown, content_type=f"{HTML}; charset=utf-8"))
    response.headers.extend(HEADERS)
    return in_language(response, written)


@blp.get("/about/links.json")
def links() -> Response:
    """The links at the foot of a page, for the menu of a game's page, which has no foot."""
    locale = _asked()
    listed = msgspec.json.encode(foot(locale, services().config.contact).links)
    return in_language(revalidated(Response(listed, content_type="application/json")), locale)


def _default_title(name: str, locale: str) -> str:
    return text(locale, f"house.{name}") if name in HOUSE_PAGES else name.capitalize()


def _asked() -> str:
    """Return the language that the address names, otherwise the browser's."""
    named = request.args.get("lang", "")
    return named if named in services().config.languages else language()


def _own_page(config: Config, name: str, locale: str) -> OwnPage | None:
    """Return the host's page, in another language if it lacks the reader's."""
    if config.pages is None:
        return None
    return _folder(config.pages).page(name, dict.fromkeys((locale, *config.languages, *LANGUAGES)))


@cache
def _folder(folder: Path) -> PageFolder:
    return PageFolder(folder)
