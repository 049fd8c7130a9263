"""Boards as JSON, validated; errors name the hex, edge or corner."""

from collections.abc import Iterator
from functools import lru_cache
from reprlib import repr as brief
from typing import Any

from domain.alexander_the_great.board import (
    CHIPS_LAID,
    GATES,
    LEAST_TEMPLES,
    MOST_TEMPLES,
    Board,
    Crossing,
    Kind,
    Name,
    Terrain,
)
from domain.alexander_the_great.wire import campaign
from domain.errors import BoardInvalid, UnknownName
from domain.grids.hexagonal import HexTopology
from domain.record.visibility import JsonObject
from domain.settlers.board import shared
from domain.settlers.wire.boards import (
    check_fields,
    connected,
    harbours_of,
    hex_of,
    layout_fields,
    layout_of,
    line,
    objects,
    tiles_of,
)

BOARD_IDS = ("campaign",)
MOST_NAMES = 150


@lru_cache
def board_named(name: str) -> Board:
    """Return the board of an id. Raises UnknownName."""
    if name not in BOARD_IDS:
        raise UnknownName("board", name, list(BOARD_IDS))
    return _board("campaign", _campaign())


def _campaign() -> JsonObject:
    corner, name = campaign.START
    return {
        "title": "Alexander's campaign",
        "hexes": [
            {"hex": [q, r], "terrain": terrain, "token": token}
            for q, r, terrain, token, _ in campaign.HEXES
        ],
        "harbours": [{"edge": edge, "resource": kind} for edge, kind in campaign.HARBOURS],
        "names": [
            {"corner": corner, "name": name},
            *({"hex": [q, r], "name": name} for q, r, _, _, name in campaign.HEXES),
        ],
        "start": corner,
        "route": [
            {"corner": corner, "kind": kind, "name": name} for corner, kind, name in campaign.ROUTE
        ],
    }


def board_from_json(body: Any) -> Board:
    """Return a board from its inline form. Raises BoardInvalid.

    It keeps its id only if it equals the board of that id, names included.
    """
    if not isinstance(body, dict):
        raise BoardInvalid(f"A board is an id or an object with hexes, not {brief(body)}.")
    board = _board(None, body)
    for name in BOARD_IDS:
        known = board_named(name)
        if body.get("id") == name and board_json(known) == {**board_json(board), "id": name}:
            return known
    return shared(board)


def board_json(board: Board) -> JsonObject:
    """Return the inline form, for ``board_from_json``."""
    return {
        "id": board.id,
        "title": board.title,
        **layout_fields(board),
        "names": [_name_json(each) for each in board.names],
        "start": board.start,
        "route": [
            {"corner": each.corner, "kind": each.kind.value, "name": each.name}
            for each in board.route
        ],
    }


def _name_json(name: Name) -> JsonObject:
    at = {"corner": name.at} if isinstance(name.at, int) else {"hex": list(name.at)}
    return {**at, "name": name.name}


def _board(id_: str | None, body: JsonObject) -> Board:
    check_fields(body, {"id", "title", "hexes", "harbours", "names", "start", "route"})
    tiles = tiles_of(body.get("hexes"), Terrain)
    topology = connected(tiles)
    harbours = tuple(harbours_of(body.get("harbours", []), topology))
    route = tuple(_route(body.get("route"), topology))
    start = _corner(body.get("start"), topology, "The start")
    _check_connected(topology, start, route)
    _check_kinds(topology, route)
    return Board(
        id=id_,
        title=line(body.get("title", ""), "title"),
        topology=topology,
        harbour_edges=tuple(harbour.edge for harbour in harbours),
        layout=layout_of(tiles, topology, harbours),
        start=start,
        route=route,
        names=tuple(_names(body.get("names", []), topology)),
    )


def _names(names: Any, topology: HexTopology) -> Iterator[Name]:
    for each in objects(names, "names", {"hex", "corner", "name"}, MOST_NAMES):
        name = line(each.get("name"), "name")
        if "hex" not in each:
            yield Name(_corner(each.get("corner"), topology, f"The name {name}"), name)
            continue
        hex_ = hex_of(each["hex"])
        if hex_ not in topology.hex_index or "corner" in each:
            raise BoardInvalid(f"The name {name} belongs to one hex or corner of the board.")
        yield Name(hex_, name)


# Route
def _route(crossings: Any, topology: HexTopology) -> Iterator[Crossing]:
    most = len(topology.corners)
    for each in objects(crossings, "route", {"corner", "kind", "name"}, most):
        corner = _corner(each.get("corner"), topology, "The route")
        kind = each.get("kind")
        if kind not in list(Kind):
            raise BoardInvalid(
                f"The route has {brief(kind)} at the corner {corner}, which is none of "
                f"{', '.join(Kind)}."
            )
        yield Crossing(corner, Kind(kind), line(each.get("name", ""), "name"))


def _check_connected(topology: HexTopology, start: int, route: tuple[Crossing, ...]) -> None:
    passed = [start]
    for crossing in route:
        if crossing.corner in passed:
            raise BoardInvalid(f"The route comes to the corner {crossing.corner} twice.")
        if not topology.near_bits[passed[-1]] >> crossing.corner & 1:
            raise BoardInvalid(
                f"The route breaks off: the corner {crossing.corner} is not beside {passed[-1]}."
            )
        passed.append(crossing.corner)


def _check_kinds(topology: HexTopology, route: tuple[Crossing, ...]) -> None:
    kinds = [crossing.kind for crossing in route]
    if kinds.count(Kind.PERSEPOLIS) != 1 or kinds[-1] is not Kind.PERSEPOLIS:
        raise BoardInvalid("The route ends at Persepolis, and comes there once.")
    if kinds.count(Kind.GATE) != GATES or set(kinds[-1 - GATES : -1]) != {Kind.GATE}:
        raise BoardInvalid(f"The last {GATES} places before Persepolis are the gates.")
    if (chips := kinds.count(Kind.CHIP)) != CHIPS_LAID:
        raise BoardInvalid(f"The route has {chips} chips; it needs {CHIPS_LAID}.")
    temples = [crossing.corner for crossing in route if crossing.kind is Kind.TEMPLE]
    if not LEAST_TEMPLES <= len(temples) <= MOST_TEMPLES:
        raise BoardInvalid(
            f"The route has {len(temples)} temples; {LEAST_TEMPLES} to {MOST_TEMPLES} are allowed."
        )
    _check_temples_apart(topology, temples)


def _check_temples_apart(topology: HexTopology, temples: list[int]) -> None:
    for temple in temples:
        for other in temples:
            if temple < other and topology.near_bits[temple] >> other & 1:
                raise BoardInvalid(
                    f"The temples at the corners {temple} and {other} are neighbours; "
                    "two settlements would not fit."
                )


def _corner(value: Any, topology: HexTopology, owner: str) -> int:
    last = len(topology.corners) - 1
    if type(value) is not int or not 0 <= value <= last:
        raise BoardInvalid(f"{owner} needs a corner from 0 to {last}, not {brief(value)}.")
    return value
