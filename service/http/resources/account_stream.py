"""The stream of a player's own events: first those that were missed, then each new one."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import randint
from typing import Any

import msgspec
from flask import Response, request, stream_with_context
from msgspec import UNSET

from domain.record.times import moment
from projections.account_events import OF_CHALLENGES
from projections.answers.lists import AccountEvent, MyGame
from service.context import services
from service.game.fan_out import STILL_HERE
from service.game.listeners import KEEP_ALIVE_SECONDS, Waiter
from service.http.answering.headers import LAST_ACCOUNT_EVENT_ID
from service.http.answering.private_answers import streamed
from service.http.answering.streaming import (
    AGAIN_MILLISECONDS,
    RETRY_MILLISECONDS,
    ListeningRight,
)
from service.http.asking.auth import address, player_id
from service.http.document.describing import scoped
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import AccountStreamQuery
from service.http.resources.lobby import with_names
from service.machine import clock
from service.notices.account_events.player_feeds import BEGINNING, PAGE, ToldEvent
from service.redis.errors import StoreUnavailable

RESET = "reset"

blp = Resource("account_stream", __name__, description="All games of a player in one stream.")


@blp.get("/me/stream")
@blp.doc(operationId="stream_my_events", security=scoped("read"))
@blp.headers(LAST_ACCOUNT_EVENT_ID)
@blp.arguments(AccountStreamQuery(), location="query")
@blp.response(
    200,
    {"type": "string", "contentSchema": ref("AccountEvent")},
    content_type="text/event-stream",
    description="Server-sent events: `event` the kind, `id` to resume from, `data` an AccountEvent "
    "in JSON; a comment every 15 s of silence.",
)
def stream_mine(query: dict[str, Any]) -> Response:
    """Stream what concerns this player in all their games; resumes from `Last-Event-ID`.

    The kinds are `your_turn`, `started`, `ended`, `invited`, `challenged`, `challenge_declined`,
    `undo_asked`, `extension_asked`, `pause_asked`, `notice` (of a `reminder`), and `reset`; new
    ones may come. `your_turn` comes when the player may move, in a turn of their own or to answer
    an offer of trade, and again when the game begins to wait for a player who left an offer open.
    Later moves of the same turn bring none. An accepted challenge is reported as `started`. The
    events of one game come in order. News that is no longer true when it would be sent is left
    out: a turn that the clock or an order has ended meanwhile, for example. Studies have no news.

    The events of a week are kept, up to 1,000. A stream begins with a `reset` if it has neither
    `Last-Event-ID` nor `after`, or an id that is older or unknown: then read `/me/games`,
    `/me/invitations` and `/me/challenges`, as events may be missing. An event may come twice after
    a fault of the service, as may one of a game that was rolled back. A stream ends within 15 s
    after its token is revoked. When the server stops, its streams end with a `retry:`, the time
    after which to come back.
    """
    player = player_id()
    # Registered before the stream reads: nothing that happens in between can be missed. The stack
    # outlives this function, and is closed with the response.
    stack = ExitStack()
    waiter = stack.enter_context(services().live_players.listening(player, address()))
    after = request.headers.get("Last-Event-ID") or query["after"]
    stream = AccountStream(player, after, waiter)
    response = Response(stream_with_context(stream.pieces()), content_type="text/event-stream")
    response.call_on_close(stack.close)
    return streamed(response)


class AccountStream:
    """A player's stream past the event ``after``; ``waiter`` is woken by the player's news."""

    def __init__(self, player: str, after: str, waiter: Waiter) -> None:
        # Nothing can be resumed from before the first event: older ones may have expired.
        self._player, self._after = player, "" if after == BEGINNING else after
        self._waiter = waiter
        self._right = ListeningRight()

    def pieces(self) -> Iterator[bytes]:
        """Yield the stream; it waits out an outage of the store."""
        yield b"retry: %d\n\n" % RETRY_MILLISECONDS
        yield from self._missing()
        while not self._waiter.is_dismissed:
            has_news = self._waiter.wait_past(0, KEEP_ALIVE_SECONDS)
            if not self._right.holds():
                return
            yield from self._missing() if has_news else (STILL_HERE,)
        yield b"retry: %d\n\n" % randint(*AGAIN_MILLISECONDS)

    def _missing(self) -> Iterator[bytes]:
        """Yield the events that the stream lacks; in an outage, a sign of life."""
        self._waiter.looked()
        try:
            while self._right.holds():
                frames = self._next()
                yield from frames
                # All news from here on wakes the waiter.
                if len(frames) < PAGE:
                    return
        except StoreUnavailable:
            yield STILL_HERE
            self._waiter.pause(RETRY_MILLISECONDS / 1000)
            self._waiter.look()

    def _next(self) -> list[bytes]:
        """Return the next events as frames, and move on past them."""
        feeds = services().player_feeds
        events = feeds.since(self._player, self._after)
        if events is None:
            self._after = feeds.end(self._player)
            at = moment(clock.now_ms())
            return [_framed(self._after, AccountEvent(kind=RESET, at=at))]
        frames = _frames(self._player, events)
        self._after = events[-1].id if events else self._after
        return frames


def _frames(player: str, events: Sequence[ToldEvent]) -> list[bytes]:
    if not events:
        return []
    ids = list(dict.fromkeys(each.name.game_id for each in events))
    games = services().read_models.games_by_id(player, ids)
    with_names(list(games.values()))
    return [_framed(each.id, _shown(each, games.get(each.name.game_id))) for each in events]


def _shown(event: ToldEvent, game: MyGame | None) -> AccountEvent:
    name, at = event.name, moment(event.at)
    if name.kind in OF_CHALLENGES:
        return AccountEvent(kind=name.kind, at=at, challenge_id=name.game_id)
    return AccountEvent(
        kind=name.kind,
        at=at,
        game_id=name.game_id,
        notice="reminder" if name.kind == "notice" else UNSET,
        version=event.version or UNSET,
        game=game,
    )


def _framed(id_: str, event: AccountEvent) -> bytes:
    data = msgspec.json.encode(event)
    return b"event: %s\nid: %s\ndata: %s\n\n" % (event.kind.encode(), id_.encode(), data)
