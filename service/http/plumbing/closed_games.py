"""Games that the host has closed: the field that says so, and clocks that stand still."""

import hashlib

from domain.record.times import milliseconds, moment
from domain.record.visibility import JsonObject
from service import clock
from service.context import services
from service.game.outages import Look, Outage
from service.store.closings import Closing


def closed(game_id: str) -> JsonObject:
    """Return the field that tells that a game is closed, nothing for an open one."""
    closing = services().closings.of(game_id)
    return {} if closing is None else {"closed": told(closing)}


def told(closing: Closing) -> JsonObject:
    """Return a closing as clients are told of it."""
    return {"since": moment(closing.since), "reason": closing.reason}


def with_time_back(game_id: str, body: JsonObject) -> JsonObject:
    """Return a view in which the times that its game was closed for are given back to seats."""
    times = _times(game_id)
    if not times or not body.get("clock"):
        return body
    look = Look(0, times)
    seats = [_given_back(look, seat) for seat in body["clock"]["seats"]]
    return {**body, "clock": {**body["clock"], "seats": seats}}


def mark(game_id: str) -> str:
    """Return a mark of the times that a game was closed for; empty if it never was."""
    times = services().closings.times(game_id)
    return hashlib.sha256(repr([*times]).encode()).hexdigest()[:8] if times else ""


def _times(game_id: str) -> tuple[Outage, ...]:
    closings = services().closings
    closing = closings.of(game_id)
    present = [] if closing is None else [(closing.since, clock.now_ms())]
    return (*closings.times(game_id), *present)


def _given_back(look: Look, seat: JsonObject) -> JsonObject:
    if seat["due"] is None or seat["expired"]:
        return seat
    due = look.due(milliseconds(seat["since"]), milliseconds(seat["due"]))
    return {**seat, "due": moment(due)}
