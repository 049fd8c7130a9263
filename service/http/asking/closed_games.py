"""Games that the host has closed: the field that says so, and clocks that stand still."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from domain.record.times import milliseconds, moment
from domain.record.visibility import JsonObject
from service.context import services
from service.game.outages import Look
from service.store.closings import Closing, Known, Time


def closed(game_id: str) -> JsonObject:
    """Return the field that tells that a game is closed, nothing for an open one."""
    closing = services().closings.of(game_id)
    return {} if closing is None else {"closed": closing_json(closing)}


def closing_json(closing: Closing) -> JsonObject:
    """Return a closing as clients are told of it."""
    return {"since": moment(closing.since), "reason": closing.reason}


def with_closings(game_id: str, body: JsonObject) -> JsonObject:
    """Return a view that tells if its game is closed, and gives back the times for which it was.

    While it is closed, no seat has a time at which its turn is due.
    """
    closings = services().closings
    closing = closings.of(game_id)
    if closing is not None:
        body["closed"] = closing_json(closing)
    times = closings.times(game_id) if body.get("clock") else ()
    if not body.get("clock") or (closing is None and not times):
        return body
    look = Look(0, tuple(times))
    seats = [
        {**seat, "due": None if closing else _due(look, seat)} for seat in body["clock"]["seats"]
    ]
    return {**body, "clock": {**body["clock"], "seats": seats}}


def rows_with_time_back(rows: Iterable[Mapping[str, Any]], known: Known) -> list[JsonObject]:
    """Return rows of a list in which seats have back the times for which their game was closed.

    While it is closed, no seat has a time at which its turn is due.
    """
    return [_row_with_time_back(row, known) for row in rows]


def _row_with_time_back(row: Mapping[str, Any], known: Known) -> JsonObject:
    game_id = row["game_id"]
    is_closed, times = game_id in known.closed, known.times.get(game_id)
    if not (is_closed or times) or not row.get("waiting_for"):
        return {**row}
    look, own = Look(0, tuple(times or ())), row.get("seat")
    seats = [_awaited(None if is_closed else look, seat) for seat in row["waiting_for"]]
    dues = [each["due"] for each in seats if "due" in each and own in (None, each["seat"])]
    told = {name: value for name, value in row.items() if name != "due"}
    return {**told, "waiting_for": seats, **({"due": min(dues)} if dues else {})}


def _awaited(look: Look | None, seat: JsonObject) -> JsonObject:
    """Return a seat that is waited for; without a look, as of a closed game."""
    if "due" not in seat:
        return seat
    told = {name: value for name, value in seat.items() if name != "due"}
    if look is None:
        return told
    return {**told, "due": moment(look.due(milliseconds(seat["since"]), milliseconds(seat["due"])))}


def mark(times: Sequence[Time]) -> str:
    """Return a mark of the times that a game was closed for."""
    return hashlib.sha256(repr([*times]).encode()).hexdigest()[:8]


def _due(look: Look, seat: JsonObject) -> str | None:
    if seat["due"] is None or seat["expired"]:
        return cast("str | None", seat["due"])
    return moment(look.due(milliseconds(seat["since"]), milliseconds(seat["due"])))
