"""oEmbed: games to be shown in frames of other sites."""

import re
from typing import Any

from flask import Response
from markupsafe import Markup

from domain.errors import Malformed
from service.context import services
from service.http.answering.cards import card_of, listed_game
from service.http.answering.links import full_address, home
from service.http.answering.private_answers import answer
from service.http.answers import OEmbed
from service.http.asking.languages import in_language, language
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import OEmbedQuery

WIDEST, HIGHEST = 800, 600
USUAL_WIDTH, USUAL_HEIGHT = 640, 480
# One of the widths in which pictures are painted and kept.
THUMBNAIL = 320
KEPT_SECONDS = 3600

PAGE = re.compile(r"(?:game|embed)/([^/?#]+)(?:\?([^#]*))?(?:#.*)?")
MOMENT = re.compile(r"(?:^|&)at=([0-9]{1,9})(?:&|$)")
# Markup escapes each value that is filled in: titles are players' own words.
FRAME = Markup(
    '<iframe src="{src}" width="{width}" height="{height}" title="{title}" '
    'style="border:0" loading="lazy" allowfullscreen></iframe>'
)

blp = Resource("oembed", __name__, description="Games in other sites' pages.")


@blp.get("/oembed")
@blp.doc(responses={404: response_ref("Refused404")})
@blp.arguments(OEmbedQuery(), location="query")
@blp.response(200, ref("OEmbed"), description="How to show the game.")
def read_oembed(query: dict[str, Any]) -> Response:
    """Read the frame that shows a listed game in another page.

    `url` is the address of its page, `/game/<id>` or `/embed/<id>`, with `?at=N` for a moment. The
    answer follows oEmbed 1.0.
    """
    game_id, moment = _game_and_moment(query["url"])
    card = card_of(game_id, listed_game(game_id).game, language())
    width = min(query["maxwidth"] or USUAL_WIDTH, WIDEST)
    height = min(query["maxheight"] or USUAL_HEIGHT, HIGHEST)
    source = full_address("shared_pages.embed", game_id=game_id, **moment)
    look: dict[str, Any] = {"shape": "square", "width": THUMBNAIL, **moment}
    embedding = OEmbed(
        version="1.0",
        type="rich",
        title=card.title,
        provider_name=services().config.name,
        provider_url=home(),
        cache_age=KEPT_SECONDS,
        html=str(FRAME.format(src=source, width=width, height=height, title=card.title)),
        width=width,
        height=height,
        thumbnail_url=full_address("pictures.picture_png", game_id=game_id, **look),
        thumbnail_width=THUMBNAIL,
        thumbnail_height=THUMBNAIL,
    )
    return in_language(answer(embedding), language())


def _game_and_moment(url: str) -> tuple[str, dict[str, str]]:
    """Return the game that an address of this service names, and the moment. Raises Malformed."""
    # Compared without the scheme: a link copied long ago may still begin with http.
    _, _, root = home().partition("://")
    scheme, _, rest = url.partition("://")
    page = PAGE.fullmatch(rest.removeprefix(root))
    if scheme not in ("http", "https") or not rest.startswith(root) or page is None:
        raise Malformed({"url": [f"{url!r} is no game of this service."]})
    at = MOMENT.search(page[2] or "")
    return page[1], {"at": at[1]} if at else {}
