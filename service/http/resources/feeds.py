"""Feeds: a player's turns for feed readers and their deadlines for calendars, by secret link."""

import hashlib

from flask import Response

from domain.record.times import DAY
from projections.answers.lists import MyGame
from service.context import services
from service.http.answering.atom import atom
from service.http.answering.calendars import calendar
from service.http.answering.headers import ETAG, IF_NONE_MATCH
from service.http.answering.links import full_address, home
from service.http.answering.private_answers import answer, is_known
from service.http.asking.auth import player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource, read
from service.http.reading.schemas import Nothing
from service.http.resources.lobby import with_names
from service.machine import clock
from service.notices.answers import Feeds
from service.people.player import PlayerAccount

ATOM, CALENDAR = "application/atom+xml", "text/calendar"
TURNS, ENDED, DEADLINES = 100, 50, 200
"""The most games in each feed: those that wait longest, and those that ended last."""
ENDED_MS = 30 * DAY * 1000
# The address is a secret: no referrer, no search engine and no shared cache may learn it.
HEADERS = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}
NOTHING = Nothing()

blp = Resource("feeds", __name__, description="Feeds for readers and calendars.")
# A resource of its own, outside the API's path: its addresses need no token.
secret_blp = Resource("secret_feeds", __name__, description="Feeds by their secret addresses.")


@blp.post("/me/feeds")
@blp.doc(security=scoped("notices"))
@blp.body(NOTHING)
@blp.response(201, ref("Feeds"), description="The feeds' addresses, shown only once.")
def create_feeds() -> Response:
    """Make the addresses of this player's feeds, which replace any earlier ones.

    The feeds are an Atom feed and a calendar. Everyone who knows the addresses can read them
    without a token: keep them secret, or make new ones.
    """
    player = player_id()
    read(NOTHING)
    secret = services().feeds.create(player)
    turns = full_address("secret_feeds.read_turns", secret=secret)
    deadlines = full_address("secret_feeds.read_deadlines", secret=secret)
    return answer(Feeds(turns, deadlines), 201)


@blp.delete("/me/feeds")
@blp.doc(security=scoped("notices"))
@blp.response(204, description="The feeds are gone; there need not have been any.")
def delete_feeds() -> Response:
    """Delete the feeds.

    Their addresses stop working.
    """
    services().feeds.forget(player_id())
    return Response(status=204)


@secret_blp.get("/feeds/<secret>/turns.atom")
@secret_blp.headers(IF_NONE_MATCH)
@secret_blp.response(
    200, {"type": "string"}, content_type=ATOM, description="An Atom feed.", headers=ETAG
)
@secret_blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_turns(secret: str) -> Response:
    """Read the games that wait for a player, and those that ended within 30 days, as Atom.

    `POST /me/feeds` returns the address. The feed has at most 100 games that wait, the longest
    waiting, and 50 that ended, the latest. An entry keeps its id while a turn lasts.
    """
    owner = _owner(secret)
    since = clock.now_ms() - ENDED_MS
    ended = services().read_models.ended_games(owner.id, since, ENDED)
    rows = with_names([*_waiting(owner, TURNS), *ended])
    return _answered(atom(owner, rows, home(), _link), ATOM, owner)


@secret_blp.get("/feeds/<secret>/deadlines.ics")
@secret_blp.headers(IF_NONE_MATCH)
@secret_blp.response(
    200, {"type": "string"}, content_type=CALENDAR, description="A calendar.", headers=ETAG
)
@secret_blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_deadlines(secret: str) -> Response:
    """Read the deadlines of a player's turns, as iCalendar.

    `POST /me/feeds` returns the address. There is an event for each turn with a deadline in the 200
    games that wait longest, with an alarm when 80 % of the time is gone.
    """
    owner = _owner(secret)
    rows = [row for row in with_names(_waiting(owner, DEADLINES)) if row.due]
    return _answered(calendar(owner, rows, _link), CALENDAR, owner)


def _owner(secret: str) -> PlayerAccount:
    return services().players.read(services().feeds.player_of(secret))


def _waiting(owner: PlayerAccount, most: int) -> list[MyGame]:
    rows, _ = services().read_models.my_games(owner.id, 1, most, waiting=True)
    return rows


def _link(game_id: str) -> str:
    return full_address("shared_pages.game", game_id=game_id)


def _answered(content: bytes, kind: str, owner: PlayerAccount) -> Response:
    # Made from the content, as no version number changes with every row and name in it.
    etag = hashlib.sha256(content).hexdigest()[:32]
    if is_known(etag):
        response = Response(status=304)
    else:
        response = Response(content, content_type=f"{kind}; charset=utf-8")
        response.content_language.add(owner.locale)
    response.headers.extend(HEADERS)
    response.set_etag(etag)
    return response
