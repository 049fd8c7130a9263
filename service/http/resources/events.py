"""The record over HTTP: pages, newline-delimited JSON and server-sent events."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from flask import Response, request, stream_with_context

from projections.answers.records import Event, Events
from service.context import services
from service.http.answering.headers import LAST_EVENT_ID
from service.http.answering.long_answers import array, lines
from service.http.answering.private_answers import VARY, answer, streamed
from service.http.answering.shown_games import redacted
from service.http.answering.streaming import ServerSentEvents, has_ended
from service.http.asking.access import broken_in, visible
from service.http.asking.auth import account, address
from service.http.document.describing import scoped_or_none
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import EventsQuery, StreamQuery

NDJSON = "application/x-ndjson"

blp = Resource("events", __name__, description="The record of a game, event by event.")


@blp.get("/games/<game_id>/events")
@blp.doc(
    security=scoped_or_none("read"),
    responses={200: {"content": {NDJSON: {"schema": ref("Event")}}}},
)
@blp.arguments(EventsQuery(), location="query")
@blp.response(200, ref("Events"), description="Events as the viewer may see them.")
def read_events(query: dict[str, Any], game_id: str) -> Response:
    """Read the events after `after`, at most `limit`.

    The answer is JSON, or with `Accept: application/x-ndjson` one event per line.
    """
    history = visible(game_id, query["join_code"])
    events = redacted(game_id, history, query["after"], query["after"] + query["limit"])
    if request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON:
        return _lines(events)
    more = query["after"] + query["limit"] < history.version
    response = answer(Events(history.version, array(events), more, broken_in(history)))
    response.vary.add("Accept")
    return response


def _lines(events: Iterator[Event]) -> Response:
    response = Response(lines(events), content_type=NDJSON)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update((*VARY, "Accept"))
    return response


@blp.get("/games/<game_id>/stream")
@blp.doc(operationId="stream_events", security=scoped_or_none("read"))
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
    """Stream events as they happen, with the version as `id`; resumes from `Last-Event-ID`.

    Without that header the stream begins after `after` (0: with the first event). The stream of a
    finished game ends with its last event; a reconnect is answered 204, so browsers stop. A stream
    ends within 15 s after its token is revoked, and after the event that frees the viewer's seat in
    an unlisted game. If the record is broken, the stream ends with the last sound event and an
    event of type `broken`, with `version` and `reason` in its data. An event of type `rolled_back`
    says that the store has lost events that may have been sent: read the game again; the stream
    goes on after the `version` in its data and its `id`. An event of type `host` says, within 15 s,
    that the host has closed or reopened the game; its data have the game's `version`, and `closed`
    as in the view, or null. When the server stops, its streams end with a `retry:`, the time after
    which to come back.
    """
    after = _resume_point(query["after"])
    history = visible(game_id, query["join_code"])
    # An EventSource stops connecting again only after a 204.
    if has_ended(history) and after >= history.version:
        return streamed(Response(status=204))
    # Registered before the stream reads: nothing that happens in between can be missed. The stack
    # outlives this function, and is closed with the response.
    stack = ExitStack()
    waiter = stack.enter_context(services().live.listening(game_id, account(), address()))
    source = stream_with_context(
        ServerSentEvents(game_id, after, query["join_code"], waiter).pieces()
    )
    response = Response(source, content_type="text/event-stream")
    response.call_on_close(stack.close)
    return streamed(response)


def _resume_point(after: int) -> int:
    # Anything but a version is ignored: a browser cannot correct it, and would retry forever.
    last_id = request.headers.get("Last-Event-ID", "")
    return (
        int(last_id) if last_id.isascii() and last_id.isdecimal() and len(last_id) < 12 else after
    )
