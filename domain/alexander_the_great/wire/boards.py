"""Boards as JSON, validated; errors name the hex, edge or corner."""

from collections.abc import Iterator
from functools import lru_cache
from reprlib import repr as brief
from typing import Any

from domain.alexander_the_great.board import (
    Board,
    Crossing,
    Kind,
    Name,
    Terrain,
)
from domain.alexander_the_great.wire import campaign
from domain.alexander_the_great.wire.board_faults import kind_faults, name_faults, route_faults
from domain.errors import BoardInvalid
from domain.grids.hexagonal import HexTopology
from domain.record.visibility import JsonObject
from domain.settlers.board import shared
from domain.settlers.wire.board_faults import (
    MOST_HEXES,
    StatedTile,
    harbour_faults,
    island_faults,
    size_faults,
    tile_faults,
)
from domain.settlers.wire.boards import (
    check_object,
    harbours_of,
    hex_of,
    hexes_of_form,
    layout_fields,
    layout_of,
    line,
    objects,
    stated_harbours,
    stated_hexes,
    stated_tiles,
    topology_json,
)
from domain.wire.board_faults import BoardFault, refuse
from domain.wire.boards import BoardCodec

BOARD_IDS = ("campaign",)
MOST_NAMES = 150


@lru_cache
def board_named(name: str) -> Board:
    """Return the board of one of the ids."""
    return _board(name, _campaign())


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
    check_object(body)
    # Checked without the id first: an id must not make an invalid board valid.
    board = _board(None, body)
    name = body.get("id")
    if name in BOARD_IDS and board_json(board_named(name)) == {**board_json(board), "id": name}:
        return board_named(name)
    return shared(board)


def board_faults(body: Any) -> Iterator[BoardFault]:
    """Yield all faults of an inline board. Raises BoardInvalid if it does not have that form."""
    fields = {"id", "title", "hexes", "harbours", "names", "start", "route"}
    hexes = hexes_of_form(body, fields)
    yield from size_faults(hexes)
    # A board that is too large is not checked further: that would take time for nothing.
    if len(hexes) <= MOST_HEXES:
        yield from _faults(body, stated_tiles(hexes))


def _faults(body: JsonObject, tiles: list[StatedTile]) -> Iterator[BoardFault]:
    hexes = [tile.hex for tile in tiles]
    topology = HexTopology.of(hexes)
    yield from tile_faults(tiles, Terrain)
    yield from island_faults(topology, hexes)
    harbours = stated_harbours(body.get("harbours", []), topology)
    yield from harbour_faults(harbours, topology)
    route = tuple(_route(body.get("route"), topology))
    start = _corner(body.get("start"), topology, "The start")
    yield from route_faults(topology, start, route)
    yield from kind_faults(topology, route)
    yield from name_faults(topology, list(_names(body.get("names", []), topology)))


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
    refuse(board_faults(body))
    tiles = stated_tiles(stated_hexes(body))
    topology = HexTopology.of(tile.hex for tile in tiles)
    harbours = tuple(harbours_of(stated_harbours(body.get("harbours", []), topology)))
    return Board(
        id=id_,
        title=line(body.get("title", ""), "title"),
        topology=topology,
        harbour_edges=tuple(harbour.edge for harbour in harbours),
        layout=layout_of(tiles, Terrain, topology, harbours),
        start=_corner(body.get("start"), topology, "The start"),
        route=tuple(_route(body.get("route"), topology)),
        names=tuple(_names(body.get("names", []), topology)),
    )


def _names(names: Any, topology: HexTopology) -> Iterator[Name]:
    for each in objects(names, "names", {"hex", "corner", "name"}, MOST_NAMES):
        name = line(each.get("name"), "name")
        if "hex" not in each:
            yield Name(_corner(each.get("corner"), topology, f"The name {name}"), name)
        elif "corner" in each:
            raise BoardInvalid(f"The name {name} belongs to one hex or corner of the board.")
        else:
            yield Name(hex_of(each["hex"]), name)


def _route(crossings: Any, topology: HexTopology) -> Iterator[Crossing]:
    # No route has more crossings without coming to a corner twice: longer ones are refused unread.
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


def _corner(value: Any, topology: HexTopology, owner: str) -> int:
    last = len(topology.corners) - 1
    # `type` and not `isinstance`: true and false are ints in Python.
    if type(value) is not int or not 0 <= value <= last:
        raise BoardInvalid(f"{owner} needs a corner from 0 to {last}, not {brief(value)}.")
    return value


BOARDS = BoardCodec(
    ids=BOARD_IDS,
    named=board_named,
    described=board_from_json,
    faults=board_faults,
    json=board_json,
    topology=topology_json,
    weight=lambda board: int(board.weight),
)
