"""The lobby: listed games, from the read model that the worker keeps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import Response

from domain.errors import Malformed
from domain.kernel.rematch import still_kept
from domain.kernel.rulesets import rulesets
from domain.record.times import milliseconds, moment
from domain.record.visibility import JsonObject
from projections.view import SeatNames, host_json, mark_twins
from service.context import services
from service.game.outages import ClockReading
from service.http.answering.private_answers import answer
from service.http.answering.shown_games import kept_json
from service.http.document.shapes import ref
from service.http.reading.parsing import Resource
from service.http.reading.queries import LobbyQuery
from service.people.invitations import InvitedPlayers
from service.store.freezes import KnownFreezes

blp = Resource("lobby", __name__, description="Find a game to join or to watch.")


@blp.get("/games")
@blp.doc(operationId="list_games")
@blp.arguments(LobbyQuery(), location="query")
@blp.response(200, ref("Lobby"), description="A page of listed games, the latest change first.")
def lobby(query: dict[str, Any]) -> Response:
    """List games by status and ruleset, paged.

    The game that changed last comes first.
    """
    if query["ruleset"] is not None and query["ruleset"] not in rulesets():
        known = ", ".join(rulesets())
        raise Malformed({"ruleset": [f"must be one of {known}, not {query['ruleset'][:80]!r}."]})
    rows, total = services().read_models.lobby(**query)
    page = {"page": query["page"], "per_page": query["per_page"], "total": total}
    return answer({"games": with_names(rows), **page})


def with_names(rows: Sequence[Mapping[str, Any]]) -> list[JsonObject]:
    """Return rows of a read model with the players' present names added to their ids."""
    if not rows:
        return []
    own = services()
    kept = _kept_seats(rows, own.invitations)
    names = own.names.of(_players(rows).union(*map(dict.values, kept)))
    timely = _with_time_back(rows, own.freezes.known())
    return [
        # Rows written by older releases lack `waiting_for` until their games change.
        {
            "waiting_for": [],
            **_without_creator(row),
            "host": _host(row, names),
            "seats": _seats_json(row, names),
            "kept": kept_json(seats, names) if seats else [],
        }
        for row, seats in zip(timely, kept, strict=True)
    ]


def _with_time_back(rows: Iterable[Mapping[str, Any]], known: KnownFreezes) -> list[JsonObject]:
    """Return rows of a list in which seats have back the times for which their game was closed.

    While it is closed, no seat has a time at which its turn is due.
    """
    return [_row_with_time_back(row, known) for row in rows]


def _row_with_time_back(row: Mapping[str, Any], known: KnownFreezes) -> JsonObject:
    game_id = row["game_id"]
    is_closed, times = game_id in known.closed, known.times.get(game_id)
    if not (is_closed or times) or not row.get("waiting_for"):
        return {**row}
    look, own = ClockReading(0, tuple(times or ())), row.get("seat")
    seats = [_awaited(None if is_closed else look, seat) for seat in row["waiting_for"]]
    dues = [each["due"] for each in seats if "due" in each and own in (None, each["seat"])]
    told = {name: value for name, value in row.items() if name != "due"}
    return {**told, "waiting_for": seats, **({"due": min(dues)} if dues else {})}


def _awaited(look: ClockReading | None, seat: JsonObject) -> JsonObject:
    """Return a seat that is waited for; without a look, as of a closed game."""
    if "due" not in seat:
        return seat
    told = {name: value for name, value in seat.items() if name != "due"}
    if look is None:
        return told
    return {**told, "due": moment(look.due(milliseconds(seat["since"]), milliseconds(seat["due"])))}


def _players(rows: Sequence[Mapping[str, Any]]) -> set[str]:
    seats = [seat for row in rows for seat in row["seats"]]
    hosts = {row["creator"] for row in rows if row.get("creator")}
    return hosts.union(seat["player"] for seat in seats if seat and seat["player"])


def _without_creator(row: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in row.items() if name != "creator"}


def _host(row: Mapping[str, Any], names: Mapping[str, str | None]) -> JsonObject | None:
    """Return a game's creator; None in rows of releases that did not note it."""
    creator = row.get("creator")
    return None if creator is None else host_json(creator, names[creator])


def _kept_seats(
    rows: Sequence[Mapping[str, Any]], invitations: InvitedPlayers
) -> list[dict[int, str]]:
    """Return by row the players that its free seats are kept for."""
    ids = [row["game_id"] for row in rows if row["status"] == "open"]
    kept = {game: seats for game, seats in zip(ids, invitations.kept_in(ids), strict=True) if seats}
    return [
        still_kept(kept[row["game_id"]], _sitting(row)) if row["game_id"] in kept else {}
        for row in rows
    ]


def _sitting(row: Mapping[str, Any]) -> dict[int, str | None]:
    return {n: seat["player"] for n, seat in enumerate(row["seats"]) if seat}


def _seats_json(row: Mapping[str, Any], names: Mapping[str, str | None]) -> list[JsonObject | None]:
    naming = SeatNames(row["game_id"], row["ruleset"], names.__getitem__)
    return mark_twins(
        [
            seat and naming.seat_json(seat["seat"], seat["player"], seat["bot"])
            for seat in row["seats"]
        ]
    )
