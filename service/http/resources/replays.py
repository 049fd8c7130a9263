"""Replays: the whole record for a viewer in one answer, to step through offline."""

import hashlib
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any

import msgspec
from flask import Response

from domain.errors import Malformed
from projections.answers.games import View
from projections.answers.records import Event, Replay, Step
from projections.redact import redaction
from projections.replay import changes
from service.context import services
from service.game.state_cache import History
from service.http.answering.headers import ETAG, IF_NONE_MATCH
from service.http.answering.immutable_answers import cacheable, coding, immutable_answer, is_settled
from service.http.answering.long_answers import array, in_turn
from service.http.answering.private_answers import answer, is_known, not_modified
from service.http.answering.shown_games import earlier_view, etag_of, kept_seats_of, people_of
from service.http.asking.access import broken_in, viewer, visible
from service.http.asking.auth import asker
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import ReplayQuery

# Not longer, as players' names in it may change.
KEPT_SECONDS = 3600
"""The seconds for which a finished game's replay may be cached."""

# Another release may show a view in another form.
FORM = version("anabasis")
"""The form of the views in a replay."""

blp = Resource("replays", __name__, description="Replays: all moments of a game in one answer.")


@blp.get("/games/<game_id>/replay")
@blp.doc(security=scoped_or_none("read"))
@blp.headers(IF_NONE_MATCH)
@blp.arguments(ReplayQuery(), location="query")
@blp.response(
    200, ref("Replay"), description="A view, and the steps from it to the last.", headers=ETAG
)
@blp.alt_response(304, description="Not modified since the `ETag` sent.")
@in_turn
def read_replay(query: dict[str, Any], game_id: str) -> Response:
    """Replay a game offline: every event past `after`, with its changes to the view.

    A game of up to 2,000 events is sent whole; for a longer one, `more` is true.

    `first` is the view just after `event`, the event that `after` names. To get the view after the
    next event, put each of its `changes` into a copy: a path is keys and list indices joined by
    `/`, and its value replaces the old one. The views equal those of `GET /games/{game_id}?at=N`.
    A finished game's replay may be cached for an hour. Its ETag stands for exactly these bytes, and
    changes with the names of its players and with the coding.
    """
    history = visible(game_id, query["join_code"])
    after = query["after"]
    if after > history.version:
        message = f"Event {after} has not happened: the game is at version {history.version}."
        raise Malformed({"after": [message]})
    if is_settled(history):
        settled = _settled(game_id, history, after, query["limit"])
        return cacheable(settled, game_id, history, KEPT_SECONDS)
    kept_seats = kept_seats_of(game_id, history.game)
    etag = etag_of(game_id, history, kept_seats=kept_seats, past=True)
    if is_known(etag):
        return not_modified(etag)
    return answer(_replay(game_id, history, after, query["limit"], kept_seats), etag=etag)


def _settled(game_id: str, history: History, after: int, limit: int) -> Response:
    """Return the replay of a finished game, which changes only with its players' names."""
    # Kept in this process, as it will be asked for again; a running game's replay would be stale
    # after the next move.
    mark = _mark(game_id, history)
    key = ("replay", mark, after, limit)
    etag = f"{history.version}-{_hashed(f'{mark} {coding()}')[:16]}"
    if is_known(etag):
        return not_modified(etag)
    return immutable_answer(
        key, etag, lambda: msgspec.json.encode(_replay(game_id, history, after, limit, {}))
    )


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _mark(game_id: str, history: History) -> str:
    """Return a mark of everything that the asker's replay depends on."""
    # All strangers see the same of a finished game, so they share one kept replay.
    people = people_of(history)
    who = asker()
    origin = history.game.origin
    is_owner = origin is not None and who.player == origin.by
    is_known_there = who.bot_seat is not None or is_owner or who.player in people
    # Of an imported game, whose names stay as they are, the origin alone.
    names = sorted(services().names.of(people).items()) if origin is None else origin
    shown = names, services().removals.mark(game_id)
    return _hashed(repr((history.game.hash, *shown, who if is_known_there else None, FORM)))


def _replay(
    game_id: str, history: History, after: int, limit: int, kept_seats: Mapping[int, str]
) -> Replay:
    last = min(after + limit, history.version)
    moments = _moments(game_id, history, after, last, kept_seats)
    event, first = next(moments)
    return Replay(
        game_id=game_id,
        version=history.version,
        event=event,
        first=first,
        steps=array(_steps(first, moments)),
        more=last < history.version,
        broken=broken_in(history),
    )


def _moments(
    game_id: str, history: History, first: int, last: int, kept_seats: Mapping[int, str]
) -> Iterator[tuple[Event, View]]:
    """Yield each event as the asker may see it, with the view just after it."""
    show = redaction(history.game, viewer(game_id, history.game))
    for event, game in history.steps(first - 1, last):
        yield show(event), earlier_view(game_id, history, game, kept_seats)


def _steps(view: View, moments: Iterator[tuple[Event, View]]) -> Iterator[Step]:
    """Yield each event with its changes to the view before it."""
    for event, after in moments:
        yield Step(event, changes(view, after))
        view = after
