"""Animations of finished games: requested here, made by the worker, and fetched here."""

from hashlib import sha256
from typing import Any

from flask import Response, url_for

from domain.kernel.play import GameNotOver
from projections.answers.endings import Animation
from service.context import services
from service.http.answering.headers import ETAG, IF_NONE_MATCH
from service.http.answering.private_answers import answer, is_known, kept_private
from service.http.asking.access import visible
from service.http.asking.allowances import spend
from service.http.asking.auth import address
from service.http.asking.languages import in_language, language
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import ref, response_ref
from service.http.reading.animation_schemas import AnimationQuery, FilmQuery, NewAnimation
from service.http.reading.parsing import Resource, read
from service.http.reading.queries import CodeQuery
from service.pictures.animations.animation_requests import (
    AnimationNotReady,
    AnimationRequest,
    AnimationUnknown,
    State,
)
from service.pictures.painter import FilmFormat

NEW_ANIMATION = NewAnimation()
WEBP, GIF = "image/webp", "image/gif"
BINARY = {"type": "string", "format": "binary"}
KEPT_SECONDS = 24 * 3600
PLACED = {"Location": {"schema": {"type": "string"}, "description": "The address of its state."}}
NOT_OVER = {409: response_ref("Refused409")}

blp = Resource("animations", __name__, description="Animations of finished games.")


@blp.post("/games/<game_id>/animation")
@blp.doc(security=scoped_or_none("read"))
@blp.body(NEW_ANIMATION)
@blp.arguments(CodeQuery(), location="query")
@blp.response(202, ref("Animation"), description="Its state.", headers=PLACED)
def create_animation(query: dict[str, Any], game_id: str) -> Response:
    """Animate a finished game: a picture of the opening, and one at the end of each turn.

    The worker draws it, frame by frame; read its state at `Location`. Undone moves are left out,
    and if there are more than 120 turns, some of them at equal distances. It is kept for a day, as
    long as newer ones leave room. The same request gets the same animation; one that failed is
    tried again. A game that is not over is refused (`game_not_over`). So is a request when too many
    wait (`animations_busy`, or `too_many_requests` if they are the asker's own).
    """
    animation = _request_for(game_id, query["join_code"], read(NEW_ANIMATION))
    state = services().animations.state(animation.id)
    # Only new work counts: asking again for one that is made or waits is free.
    if state is None or state.status == "failed":
        spend("animations")
        state = services().animations.place(animation, address())
    placed = _answer(animation, state, query, 202)
    placed.headers["Location"] = url_for(".read_animation", **_address_values(animation, query))
    return placed


@blp.get("/games/<game_id>/animation")
@blp.doc(security=scoped_or_none("read"), responses=NOT_OVER)
@blp.arguments(AnimationQuery(), location="query")
@blp.response(200, ref("Animation"), description="Its state.")
def read_animation(query: dict[str, Any], game_id: str) -> Response:
    """Read the progress of an animation.

    It is `animation_unknown` (404) if nobody has asked for it.
    """
    animation = _request_for(game_id, query["join_code"], query)
    return _answer(animation, _state(animation), query)


@blp.get("/games/<game_id>/animation.webp")
@blp.doc(security=scoped_or_none("read"), responses=NOT_OVER)
@blp.headers(IF_NONE_MATCH)
@blp.arguments(FilmQuery(), location="query")
@blp.response(200, BINARY, content_type=WEBP, description="The animation.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def animation_webp(query: dict[str, Any], game_id: str) -> Response:
    """Fetch an animation as WebP, at the `href` in its state.

    Until it is done, this is refused (`animation_not_ready`).
    """
    return _film(game_id, query, "webp", WEBP)


@blp.get("/games/<game_id>/animation.gif")
@blp.doc(security=scoped_or_none("read"), responses=NOT_OVER)
@blp.headers(IF_NONE_MATCH)
@blp.arguments(FilmQuery(), location="query")
@blp.response(200, BINARY, content_type=GIF, description="The animation.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def animation_gif(query: dict[str, Any], game_id: str) -> Response:
    """Fetch an animation as GIF.

    It has 256 colours; see `animation.webp`.
    """
    return _film(game_id, query, "gif", GIF)


def _request_for(game_id: str, join_code: str | None, terms: dict[str, Any]) -> AnimationRequest:
    """Return the request for an animation. Raises GameUnknown, GameNotOver."""
    game = visible(game_id, join_code).game
    if game.status != "finished":
        raise GameNotOver
    words = terms["language"] or language()
    # Names and the title are drawn into the film, so a change of them makes another one.
    own = services()
    names = f"{own.names.mark_in(game)}{own.removals.mark(game_id)}"
    return AnimationRequest(
        game_id, game.version, game.hash, terms["format"], terms["shape"], words, names
    )


def _state(animation: AnimationRequest) -> State:
    state = services().animations.state(animation.id)
    if state is None:
        raise AnimationUnknown
    return state


def _answer(
    animation: AnimationRequest, state: State, query: dict[str, Any], status: int = 200
) -> Response:
    return in_language(answer(_body(animation, state, query), status), animation.language)


def _body(animation: AnimationRequest, state: State, query: dict[str, Any]) -> Animation:
    values = _address_values(animation, query)
    kind = values.pop("format")
    href = url_for(f".animation_{kind}", **values) if state.status == "done" else None
    return Animation(animation.game_id, state.status, state.done, state.of, href, state.reason)


def _address_values(animation: AnimationRequest, query: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of an address that name an animation for every asker."""
    # The address names the language, as the `Accept-Language` of another reader may differ.
    return {
        "game_id": animation.game_id,
        "format": animation.format,
        "shape": animation.shape,
        "language": animation.language,
        "join_code": query["join_code"],
    }


def _film(game_id: str, query: dict[str, Any], kind: FilmFormat, content_type: str) -> Response:
    animation = _request_for(game_id, query["join_code"], {**query, "format": kind})
    film = services().animations.film(animation.id)
    if film is None:
        _state(animation)
        # One that nobody has requested is refused above: it will never be ready.
        raise AnimationNotReady
    etag = sha256(film).hexdigest()[:32]
    is_old = is_known(etag)
    response = Response(status=304) if is_old else Response(film, content_type=content_type)
    return _kept(in_language(response, animation.language), etag)


def _kept(response: Response, etag: str) -> Response:
    """Let only the asker's own cache keep the response."""
    # The address of an unlisted game's film contains its join code, so no shared cache may keep it.
    kept_private(response, etag)
    response.headers["Cache-Control"] = f"private, max-age={KEPT_SECONDS}"
    return response
