"""Pictures of games to be shared, drawn like those of the page."""

from typing import Any

from flask import Response

from domain.errors import Malformed, UnknownName
from domain.kernel.rulesets import ruleset_named
from service.context import services
from service.game.state_cache import History
from service.http.answering.connection_lines import has_gone
from service.http.answering.headers import ETAG, IF_NONE_MATCH
from service.http.answering.private_answers import is_known, kept_private
from service.http.asking.access import is_public, visible
from service.http.asking.allowances import spend
from service.http.asking.auth import account, address
from service.http.asking.languages import in_language, language
from service.http.document.describing import scoped_or_none
from service.http.reading.parsing import Resource
from service.http.reading.queries import PictureQuery, PngQuery
from service.pictures.rounds import Client
from service.pictures.sample_games import board_subject
from service.pictures.subjects import BOARD_WIDTH, Look, Subject, subject_at

PNG, SVG = "image/png", "image/svg+xml"
# Not longer, as players' names in it may change.
KEPT_SECONDS = 3600
"""The seconds for which the picture of a moment may be cached."""
BOARD_SECONDS = 86_400
"""The seconds for which the picture of a board may be cached."""
# An SVG opened by itself is a page of our origin: nothing in it may run or load.
SVG_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

blp = Resource("pictures", __name__, description="Pictures of games.")


@blp.get("/games/<game_id>/picture.svg")
@blp.doc(security=scoped_or_none("read"))
@blp.headers(IF_NONE_MATCH)
@blp.arguments(PictureQuery(), location="query")
@blp.response(200, {"type": "string"}, content_type=SVG, description="The picture.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def picture_svg(query: dict[str, Any], game_id: str) -> Response:
    """Draw a game as an SVG to be shared, with `at=N` after event N; the board is that of the page.

    The wide picture (1200 × 630) also has title, players, scores and turn or result, in the
    language of `Accept-Language`. It shows only what everybody may see.
    """
    history = _history(game_id, query)
    return _answered(game_id, history, query, _subject(game_id, history, query), SVG)


@blp.get("/games/<game_id>/picture.png")
@blp.doc(security=scoped_or_none("read"))
@blp.headers(IF_NONE_MATCH)
@blp.arguments(PngQuery(), location="query")
@blp.response(
    200,
    {"type": "string", "format": "binary"},
    content_type=PNG,
    description="The picture.",
    headers=ETAG,
)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def picture_png(query: dict[str, Any], game_id: str) -> Response:
    """Draw the same picture as a PNG, in full size or another `width`, without tiny details.

    The square picture is 1080 × 1080.
    """
    history = _history(game_id, query)
    return _answered(
        game_id, history, query, _subject(game_id, history, query, query["width"]), PNG
    )


@blp.get("/rulesets/<name>/boards/<board>/picture.svg")
@blp.doc(operationId="board_picture")
@blp.headers(IF_NONE_MATCH)
@blp.response(200, {"type": "string"}, content_type=SVG, description="The picture.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def board_picture(name: str, board: str) -> Response:
    """Draw a board as an SVG of 1200 × 750, as it may lie at the beginning of a game.

    What is laid out by chance lies the same way each time.
    """
    boards = ruleset_named(name).wire.boards
    if board not in boards.ids:
        raise UnknownName("board", board, list(boards.ids))
    subject = board_subject(name, board, Look(language(), "board", BOARD_WIDTH))
    response = _drawn(subject, etag := _etag(subject, SVG), SVG)
    kept_private(response, etag)
    # It reveals nothing of any game or player, so every cache may keep it.
    response.headers["Cache-Control"] = f"public, max-age={BOARD_SECONDS}"
    return in_language(response, language())


def _history(game_id: str, query: dict[str, Any]) -> History:
    history = visible(game_id, query["join_code"])
    at = query["at"]
    if at is not None and at > history.version:
        message = f"Event {at} has not happened: the game is at version {history.version}."
        raise Malformed({"at": [message]})
    return history


def _subject(
    game_id: str, history: History, query: dict[str, Any], width: int | None = None
) -> Subject:
    version = query["at"] or history.version
    names = services().names.in_game(history.at(version))
    look = Look(language(), query["shape"], width, services().removals.marks.of(game_id))
    return subject_at(game_id, history, version, names.__getitem__, look)


def _answered(
    game_id: str, history: History, query: dict[str, Any], subject: Subject, kind: str
) -> Response:
    response = _drawn(subject, etag := _etag(subject, kind), kind)
    kept_private(response, etag)
    _keep(response, game_id, history, query)
    return in_language(response, language())


def _etag(subject: Subject, kind: str) -> str:
    return f"{subject.digest}-{kind.partition('/')[2][:3]}"


def _drawn(subject: Subject, etag: str, kind: str) -> Response:
    """Return the picture, or a 304 if the asker has it."""
    if is_known(etag):
        response = Response(status=304)
    else:
        response = Response(_painted(subject, kind), content_type=kind)
    response.headers["Content-Security-Policy"] = SVG_POLICY
    return response


def _painted(subject: Subject, kind: str) -> bytes:
    # The studio shares its work among clients, and drops pictures whose client has gone.
    studio, client = services().studio, Client(address(), account(), has_gone())
    # A picture that is kept costs nothing to send.
    if not studio.has(subject, png=kind == PNG):
        spend("pictures")
    return studio.png(subject, client) if kind == PNG else studio.svg(subject, client)


def _keep(response: Response, game_id: str, history: History, query: dict[str, Any]) -> None:
    """Let a picture be cached: longer if its moment is fixed, and anywhere if it is public."""
    is_settled = query["at"] is not None or history.game.status == "finished"
    age = f"max-age={KEPT_SECONDS}" if is_settled and history.broken is None else "no-cache"
    # A picture shows only what everybody may see, so a listed game's may be shared by caches.
    scope = "public" if is_public(game_id, history.game) else "private"
    response.headers["Cache-Control"] = f"{scope}, {age}"
