"""The pages of a game that are shared: its own page, with a preview for links to it, and the page
that other sites may frame."""

import re

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from service.http.answering.cards import Card, card_if_listed
from service.http.answering.links import full_address
from service.http.asking.languages import in_language, language
from service.http.page.web import HEADERS, HTML, led_to, rendered, revalidated
from service.pictures.sources import stylesheets
from service.texts import text

ANY_GAME = "any"
"""The page of no game in particular, which the service worker keeps for all of them."""

# Any site may frame this page: it shows a listed game and reads no cookie, and its buttons change
# nothing, so nobody can be tricked into pressing one in a hidden frame.
FRAMED = {
    **HEADERS,
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
}

blp = Blueprint("shared_pages", __name__)


@blp.get("/game/<game_id>/")
def with_slash(game_id: str) -> BaseResponse:
    """Redirect an address typed with a slash at its end to its page."""
    return _led_to(_plain(game_id))


@blp.get("/game/<game_id>")
def game(game_id: str) -> BaseResponse:
    """The page of a game, to play, watch and replay; a listed game's head describes it."""
    if (plain := _plain(game_id)) != game_id:
        return _led_to(plain)
    locale = language()
    card = None if game_id == ANY_GAME else card_if_listed(game_id, locale)
    about = None if card is None else _about(card, locale)
    page = rendered("game", "../", card=card, about=about)
    return in_language(_page(page, HEADERS), locale)


@blp.get("/embed/<game_id>")
def embed(game_id: str) -> BaseResponse:
    """A listed game, to be watched in another site's frame; cookies are ignored here."""
    if (plain := _plain(game_id)) != game_id:
        return _led_to(plain, "shared_pages.embed")
    locale = language()
    card = card_if_listed(game_id, locale)
    page = rendered(
        "embed",
        "../",
        card=card,
        language=locale,
        sheets=stylesheets(card.ruleset) if card else (),
        t=lambda code, **gaps: text(locale, code, **gaps),
    )
    return in_language(_page(page, FRAMED, 200 if card else 404), locale)


def _plain(game_id: str) -> str:
    """Return an id in small letters, without punctuation after it; any other text unchanged."""
    # A link copied out of a sentence brings its full stop along, and some programs write addresses
    # in capitals.
    plain = re.sub(r"[^a-z0-9]+$", "", game_id.lower())
    return plain if re.fullmatch("[a-z0-9]{16}", plain) else game_id


def _led_to(game_id: str, endpoint: str = "shared_pages.game") -> BaseResponse:
    return led_to(url_for(endpoint, game_id=game_id))


def _about(card: Card, locale: str) -> dict[str, str]:
    """Return the full addresses that the head of a game's page names."""
    page = full_address("shared_pages.game", game_id=card.game_id)
    at = request.args.get("at", "")
    # A link to a moment of the game shows a picture of that moment.
    moment = {"at": at} if re.fullmatch("[1-9][0-9]{0,8}", at) else {}
    picture = full_address("pictures.picture_png", game_id=card.game_id, **moment)
    return {
        "page": page,
        "picture": picture,
        "oembed": full_address("oembed.read_oembed", url=page),
        "locale": locale,
    }


def _page(page: str, headers: dict[str, str], status: int = 200) -> Response:
    response = revalidated(Response(page, status, content_type=f"{HTML}; charset=utf-8"))
    response.headers.extend(headers)
    return response
