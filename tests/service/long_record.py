"""A record of thousands of events, made in a second: a move taken back and done again."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.game import Game, evolve
from domain.kernel.undo import decide_redo, decide_undo
from domain.record.record import Draft, Event, encode
from service.store.redis_store import RedisStore, stream_key

NOON = "2026-11-22T12:00:00.000Z"
TERMS: dict[str, Any] = {"seats": 2, "board": "near_east", "first_seat": 0, "undo": "free"}


def lengthen(store: RedisStore, game_id: str, game: Game, version: int) -> None:
    """Record undo and redo by turns, until the game has come to a version.

    The seat to act must have made a move that it may take back alone.
    """
    pipeline = store.client.pipeline(transaction=False)
    for event in _there_and_back(game, version):
        pipeline.xadd(stream_key(game_id), {"e": encode(event)}, id=f"{event.version}-0")
    pipeline.execute()


def _there_and_back(game: Game, version: int) -> Iterator[Event]:
    seat = game.to_act[0]
    while game.version < version:
        event = game.seal(_next(game, seat), NOON, "")
        game = evolve(game, event)
        yield event


def _next(game: Game, seat: int) -> Draft:
    assert game.timeline is not None
    if game.timeline.redo is not None:
        return decide_redo(game, seat)
    return decide_undo(game, seat, game.timeline.floor(seat))
