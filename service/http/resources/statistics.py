"""Statistics of finished games: points by source, dice, cards, yields and waits."""

from typing import Any

import msgspec
from flask import Response

from domain.kernel.play import GameNotOver
from projections.statistics.game import statistics
from service.context import services
from service.game.state_cache import History
from service.http.answering.headers import ETAG, IF_NONE_MATCH
from service.http.answering.immutable_answers import cacheable
from service.http.answering.private_answers import answer, is_known, not_modified
from service.http.answering.shown_games import etag_of
from service.http.asking.access import broken_in, visible
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import ref, response_ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import CodeQuery
from service.machine.slices import in_slices

# This long, as statistics name no players and never change.
KEPT_SECONDS = 7 * 24 * 3600
"""The seconds for which statistics may be cached."""

blp = Resource("statistics", __name__, description="Statistics of finished games.")


@blp.get("/games/<game_id>/statistics")
@blp.doc(security=scoped_or_none("read"), responses={409: response_ref("Refused409")})
@blp.headers(IF_NONE_MATCH)
@blp.arguments(CodeQuery(), location="query")
@blp.response(200, ref("Statistics"), description="The statistics.", headers=ETAG)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_statistics(query: dict[str, Any], game_id: str) -> Response:
    """Read the sources of a finished game's points, and its statistics.

    Undone moves do not count. A game that is not over is refused (`game_not_over`): its dice and
    cards are partly hidden. The answer names no players and never changes, so it may be cached for
    a week.
    """
    history = visible(game_id, query["join_code"])
    if history.game.status != "finished":
        raise GameNotOver
    etag = _etag(game_id, history)
    if is_known(etag):
        return cacheable(not_modified(etag), game_id, history, KEPT_SECONDS)
    body = msgspec.Raw(_body(game_id, history))
    return cacheable(answer(body, etag=etag), game_id, history, KEPT_SECONDS)


def _etag(game_id: str, history: History) -> str | None:
    version = etag_of(game_id, history)
    # Raise the number when something else is counted: caches keep the old answers.
    return version and f"{version}-statistics-2"


def _body(game_id: str, history: History) -> bytes:
    def make() -> bytes:
        counted = statistics(game_id, history.game, in_slices(history.events))
        counted.broken = broken_in(history)
        return msgspec.json.encode(counted)

    # The notice of a broken record may change, so such an answer is made anew each time.
    if history.broken is not None:
        return make()
    return services().kept_answers.get_or_make(f"statistics {game_id} {history.game.hash}", make)
