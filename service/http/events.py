"""The record over HTTP: pages, newline-delimited JSON and server-sent events."""

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from time import monotonic
from typing import Any

import msgspec
from flask import Response, request, stream_with_context

from domain.record.visibility import JsonObject
from service.context import services
from service.game.live import Waiter
from service.game.slices import in_slices
from service.game.state_cache import GameUnknown, History, StateCache
from service.http.plumbing.access import VARY, answer, redacted, visible
from service.http.plumbing.auth import account, address, is_same_asker
from service.http.plumbing.breaks import notice
from service.http.plumbing.describing import TOKEN_OR_NONE
from service.http.plumbing.headers import LAST_EVENT_ID
from service.http.plumbing.parsing import Resource
from service.http.plumbing.pieces import array, lines
from service.http.plumbing.queries import EventsQuery, StreamQuery
from service.http.plumbing.shapes import ref
from service.store.contract import StoreUnavailable

NDJSON = "application/x-ndjson"
KEEP_ALIVE_SECONDS = 15.0
RETRY_MILLISECONDS = 2_000

blp = Resource("events", __name__, description="The record of a game, event by event.")


@blp.get("/games/<game_id>/events")
@blp.doc(security=TOKEN_OR_NONE, responses={200: {"content": {NDJSON: {"schema": ref("Event")}}}})
@blp.arguments(EventsQuery(), location="query")
@blp.response(200, ref("Events"), description="Events as the viewer may see them.")
def read_events(query: dict[str, Any], game_id: str) -> Response:
    """The events after `after`, at most `limit`.

    As JSON, or with `Accept: application/x-ndjson` one event per line.
    """
    history = visible(game_id, query["join_code"])
    events = redacted(game_id, history, query["after"], query["after"] + query["limit"])
    if request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON:
        return _lines(events)
    more = query["after"] + query["limit"] < history.version
    page = {"version": history.version, "events": array(events), "more": more}
    response = answer(page | notice(history.broken))
    response.vary.add("Accept")
    return response


def _lines(events: Iterator[JsonObject]) -> Response:
    response = Response(lines(events), content_type=NDJSON)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update((*VARY, "Accept"))
    return response


@blp.get("/games/<game_id>/stream")
@blp.doc(operationId="stream_events", security=TOKEN_OR_NONE)
@blp.headers(LAST_EVENT_ID)
@blp.arguments(StreamQuery(), location="query")
@blp.response(
    200,
    {"type": "string"},
    content_type="text/event-stream",
    description="Server-sent events: `id` the version, `data` an Event in JSON; a comment every "
    "15 s of silence.",
)
@blp.alt_response(
    204, description="The game is over and nothing is left to send: do not reconnect."
)
def stream(query: dict[str, Any], game_id: str) -> Response:
    """Events as they happen, `id:` the version; resumes from `Last-Event-ID`.

    Without that header it begins after `after` (0: with the first event). The stream of a finished
    game ends with its last event; a reconnect is answered 204, so browsers stop. A stream ends
    within 15 s after its token is revoked. If the record breaks, the stream ends with the last
    sound event and one of the type `broken`, with `version` and `reason` in its data. One of the
    type `rolled_back` says that the store has lost events that may have been sent: read the game
    again; the stream goes on after `version`, which is in its data and its `id`.
    """
    after = _resume_point(query["after"])
    history = visible(game_id, query["join_code"])
    if _is_closed(history) and after >= history.version:
        return _private(Response(status=204))
    stack = ExitStack()
    waiter = stack.enter_context(services().live.listening(game_id, account(), address()))
    source = stream_with_context(_server_sent(game_id, after, waiter))
    response = Response(source, content_type="text/event-stream")
    response.call_on_close(stack.close)
    return _private(response)


def _is_closed(history: History) -> bool:
    return history.game.status not in ("open", "live") or history.broken is not None


def _private(response: Response) -> Response:
    """Headers of a stream: private, never cached, never buffered by a proxy."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.vary.update(VARY)
    return response


def _resume_point(after: int) -> int:
    last_id = request.headers.get("Last-Event-ID", "")
    return (
        int(last_id) if last_id.isascii() and last_id.isdecimal() and len(last_id) < 12 else after
    )


def _server_sent(game_id: str, after: int, waiter: Waiter) -> Iterator[bytes]:
    """Yield the stream, of one fixed history after the other, as the reader may be slow.

    No lock is held between two pieces; the stream waits out an outage of the store.
    """
    yield b"retry: %d\n\n" % RETRY_MILLISECONDS
    history: History | None = services().cache.current(game_id)
    leave, sent_hash = _Leave(), ""
    while history is not None:
        if _has_gone_back(history, after, sent_hash):
            after = history.version
            yield b"event: rolled_back\n" + _framed({"version": after})
        for event in in_slices(redacted(game_id, history, after, history.version)):
            yield _framed(event)
        after, sent_hash = history.version, history.game.hash
        if history.broken is not None:
            yield b"event: broken\ndata: %s\n\n" % msgspec.json.encode(history.broken)
        if _is_closed(history):
            return
        # A listener must not keep a game in memory that the cache has dropped.
        history = None
        history = yield from _next(game_id, waiter, after, leave)


def _has_gone_back(history: History, after: int, sent_hash: str) -> bool:
    """True if the history lacks the event ``after``, or has another one than was sent.

    A history that breaks ends with its last sound event: nothing was lost.
    """
    if history.broken is not None:
        return False
    if after > history.version:
        return True
    return sent_hash != "" and history.event(after).hash != sent_hash


class _Leave:
    """The viewer's right to listen: the token is looked up again at every keep-alive."""

    def __init__(self) -> None:
        self._asked = monotonic()

    def holds(self) -> bool:
        """True if the token was valid when last looked up; an outage revokes none."""
        if monotonic() < self._asked + KEEP_ALIVE_SECONDS:
            return True
        self._asked = monotonic()
        try:
            return is_same_asker()
        except StoreUnavailable:
            return True


def _next(
    game_id: str, waiter: Waiter, after: int, leave: _Leave
) -> Generator[bytes, None, History | None]:
    """Yield the history past ``after``, once there is one; comments keep the line alive until then.

    None if the viewer may listen no longer, or the game is gone. A record that breaks ends the
    wait, and so does a store that has gone back.
    """
    cache = services().cache
    while leave.holds():
        if waiter.wait_past(after, KEEP_ALIVE_SECONDS):
            try:
                return _heard(cache, game_id, waiter, after)
            except StoreUnavailable:
                waiter.pause(RETRY_MILLISECONDS / 1000)
            except GameUnknown:
                return None
        elif cache.is_broken(game_id):
            return cache.known(game_id)
        yield b": still here\n\n"
    return None


def _heard(cache: StateCache, game_id: str, waiter: Waiter, after: int) -> History:
    if not waiter.must_look:
        return cache.at_least(game_id, after + 1)
    history = cache.current(game_id)
    waiter.looked()
    return history


def _framed(event: JsonObject) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (event["version"], msgspec.json.encode(event))
