"""Replays: the whole record for a viewer in one answer, to step through offline."""

from typing import Any

from flask import Response

from domain.errors import Malformed
from projections.replay import steps
from service.game.state_cache import History
from service.http.plumbing.access import (
    answer,
    etag_of,
    is_known,
    redacted,
    shown_at,
    unchanged,
    visible,
)
from service.http.plumbing.breaks import notice
from service.http.plumbing.describing import TOKEN_OR_NONE
from service.http.plumbing.headers import ETAG, IF_NONE_MATCH
from service.http.plumbing.keeping import kept
from service.http.plumbing.parsing import Resource
from service.http.plumbing.pieces import array
from service.http.plumbing.queries import ReplayQuery
from service.http.plumbing.shapes import ref

KEPT_SECONDS = 3600
"""Seconds that a finished game's replay may be cached: players' names in it may change."""

blp = Resource("replays", __name__, description="Replays: all moments of a game in one answer.")


@blp.get("/games/<game_id>/replay")
@blp.doc(security=TOKEN_OR_NONE)
@blp.headers(IF_NONE_MATCH)
@blp.arguments(ReplayQuery(), location="query")
@blp.response(
    200, ref("Replay"), description="A view, and the steps from it to the last.", headers=ETAG
)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
def read_replay(query: dict[str, Any], game_id: str) -> Response:
    """Replay a game offline: every event past `after`, with its changes to the view.

    A game of up to 2,000 events comes whole; in a longer one, `more` is true.

    `first` is the view just after `event`, the event that `after` names. To get the view after the
    next event, put each of its `changes` into a copy: a path is keys and list indices joined by
    `/`, and its value replaces the old one. The views equal those of `GET /games/{game_id}?at=N`.
    A finished game's replay may be cached for an hour.
    """
    history = visible(game_id, query["join_code"])
    after, etag = query["after"], etag_of(game_id, history)
    if after > history.version:
        message = f"Event {after} has not happened: the game is at version {history.version}."
        raise Malformed({"after": [message]})
    if is_known(etag):
        return kept(unchanged(etag), history, KEPT_SECONDS)
    replay = answer(_replay(game_id, history, after, query["limit"]), etag=etag)
    return kept(replay, history, KEPT_SECONDS)


def _replay(game_id: str, history: History, after: int, limit: int) -> dict[str, Any]:
    last = min(after + limit, history.version)
    events = redacted(game_id, history, after - 1, last)
    first = next(events)
    views = (shown_at(game_id, history, n) for n in range(after, last + 1))
    changes = steps(views)
    return {
        "game_id": game_id,
        "version": history.version,
        "event": first,
        "first": shown_at(game_id, history, after),
        "steps": array(
            {"event": event, "changes": change}
            for event, change in zip(events, changes, strict=True)
        ),
        "more": last < history.version,
        **notice(history.broken),
    }
