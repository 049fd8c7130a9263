"""Boards as JSON, validated; errors name the hex or edge."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from reprlib import repr as brief
from typing import Any

from domain.errors import BoardInvalid, UnknownName
from domain.grids.hexagonal import Hex, HexTopology, centre
from domain.record.visibility import JsonObject
from domain.settlers.board import (
    STANDARD_HARBOURS,
    STANDARD_TERRAINS,
    Board,
    Harbour,
    Layout,
    Terrain,
    first_island,
    shared,
    standard_board,
)
from domain.settlers.cards import Resource
from domain.settlers.wire.layouts import harbour_json

_BOARDS = {"standard": standard_board, "first_island": first_island}
BOARD_IDS = tuple(_BOARDS)
MOST_HEXES, FARTHEST = 127, 60
LONGEST_LINE = 40
LEAST_CORNERS = 29
"""Seven settlements close at most 28 corners; so there is one for the eighth of the set-up (S4)."""
TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)

Tiles = Mapping[Hex, tuple[StrEnum, int | None]]
"""The terrain and the token of each hex."""


@lru_cache
def board_named(name: str) -> Board:
    """Return the board of an id. Raises UnknownName."""
    if name not in _BOARDS:
        raise UnknownName("board", name, list(BOARD_IDS))
    return _BOARDS[name]()


def board_from_json(body: Any) -> Board:
    """Return a board from its inline form. Raises BoardInvalid.

    It keeps its id only if it equals the board of that id.
    """
    if not isinstance(body, dict):
        raise BoardInvalid(f"A board is an id or an object with hexes, not {brief(body)}.")
    check_fields(body, {"id", "title", "hexes", "harbours"})
    is_shuffled = _has_no_terrains(body.get("hexes"))
    board = _shuffled(body) if is_shuffled else _laid_out(body)
    for name in BOARD_IDS:
        known = board_named(name)
        if body.get("id") == name and board_json(known) == {**board_json(board), "id": name}:
            return known
    return shared(board)


def check_fields(body: JsonObject, known: set[str]) -> None:
    """Raise BoardInvalid if a board has an unknown field."""
    if unknown := body.keys() - known:
        raise BoardInvalid(f"A board has no field {brief(min(map(str, unknown)))}.")


def board_json(board: Board) -> JsonObject:
    """Return the inline form, for ``board_from_json``; shuffled values are null."""
    return {"id": board.id, "title": board.title, **layout_fields(board)}


def layout_fields(board: Board) -> JsonObject:
    """Return the hexes and harbours of a board."""
    hexes, layout = board.topology.hexes, board.layout
    terrains = [None] * len(hexes) if layout is None else list(map(str, layout.terrains))
    tokens = [None] * len(hexes) if layout is None else layout.tokens
    rows = zip(hexes, terrains, tokens, strict=True)
    return {
        "hexes": [{"hex": list(hex_), "terrain": each, "token": n} for hex_, each, n in rows],
        "harbours": [{"edge": edge, "resource": None} for edge in board.harbour_edges]
        if layout is None
        else [harbour_json(harbour) for harbour in layout.harbours],
    }


def topology_json(board: Board) -> JsonObject:
    """Return hexes with their corners, places of corners, edges by corners, and the coast.

    x is in half widths of a hex, y in quarters of its height.
    """
    topology = board.topology
    rows = zip(topology.hexes, topology.hex_corners, strict=True)
    return {
        "hexes": [
            {"hex": list(hex_), "centre": list(centre(hex_)), "corners": list(corners)}
            for hex_, corners in rows
        ],
        "corners": [list(place) for place in topology.corners],
        "edges": [list(pair) for pair in topology.edges],
        "coast": list(topology.coast),
    }


def _has_no_terrains(hexes: Any) -> bool:
    return isinstance(hexes, list) and all(
        isinstance(each, dict) and each.get("terrain") is None for each in hexes
    )


def _shuffled(body: JsonObject) -> Board:
    """Return a board to be laid with the standard pieces by chance (S3)."""
    hexes = [hex_of(each.get("hex")) for each in objects(body.get("hexes"), "hexes", _HEX)]
    if len(set(hexes)) != len(STANDARD_TERRAINS) or len(hexes) != len(STANDARD_TERRAINS):
        raise BoardInvalid(
            f"A board without terrains is laid with the {len(STANDARD_TERRAINS)} standard hexes; "
            f"this one has {len(hexes)}."
        )
    topology = connected(hexes)
    edges = tuple(each.edge for each in harbours_of(body.get("harbours"), topology))
    if len(edges) != len(STANDARD_HARBOURS):
        raise BoardInvalid(
            f"A board without terrains has the {len(STANDARD_HARBOURS)} standard harbours; "
            f"this one has {len(edges)}."
        )
    return Board(None, line(body.get("title", ""), "title"), topology, edges, None)


def _laid_out(body: JsonObject) -> Board:
    tiles = tiles_of(body.get("hexes"), Terrain)
    topology = connected(tiles)
    if len(topology.corners) < LEAST_CORNERS:
        raise BoardInvalid(
            f"The board has {len(topology.corners)} corners; four seats can found on every board "
            f"of {LEAST_CORNERS} or more."
        )
    harbours = tuple(harbours_of(body.get("harbours", []), topology))
    return Board(
        None,
        line(body.get("title", ""), "title"),
        topology,
        tuple(harbour.edge for harbour in harbours),
        layout_of(tiles, topology, harbours),
    )


_HEX = {"hex", "terrain", "token"}


def tiles_of(hexes: Any, terrains: type[StrEnum]) -> Tiles:
    """Return terrain and token by hex. Raises BoardInvalid."""
    tiles: dict[Hex, tuple[StrEnum, int | None]] = {}
    for each in objects(hexes, "hexes", _HEX):
        hex_ = hex_of(each.get("hex"))
        if hex_ in tiles:
            raise BoardInvalid(f"The hex {list(hex_)} is there twice.")
        tiles[hex_] = _tile(hex_, each, terrains)
    if Terrain.DESERT not in [terrain for terrain, _ in tiles.values()]:
        raise BoardInvalid("There is no desert; the robber begins on one.")
    return tiles


def _tile(hex_: Hex, tile: JsonObject, terrains: type[StrEnum]) -> tuple[StrEnum, int | None]:
    name, token = tile.get("terrain"), tile.get("token")
    if name not in list(terrains):
        known = ", ".join(terrains)
        raise BoardInvalid(f"The hex {list(hex_)} is {brief(name)}, which is none of {known}.")
    terrain = terrains(name)
    if terrain == Terrain.DESERT:
        if token is not None:
            raise BoardInvalid(f"The desert {list(hex_)} has a token.")
        return terrain, None
    if type(token) is not int or token not in TOKENS:
        raise BoardInvalid(
            f"The hex {list(hex_)} needs a token from 2 to 12 but 7, not {brief(token)}."
        )
    return terrain, token


def connected(tiles: Mapping[Hex, object] | list[Hex]) -> HexTopology:
    """Return the topology of connected hexes. Raises BoardInvalid."""
    topology = HexTopology.of(tiles)
    labels = topology.components(0)
    for hex_ in tiles:
        if labels[topology.hex_index[hex_]]:
            raise BoardInvalid(f"The hex {list(hex_)} does not touch the rest through an edge.")
    return topology


def layout_of(tiles: Tiles, topology: HexTopology, harbours: tuple[Harbour, ...]) -> Layout:
    """Return the layout in the order of the topology."""
    return Layout(
        tuple(tiles[hex_][0] for hex_ in topology.hexes),
        tuple(tiles[hex_][1] for hex_ in topology.hexes),
        harbours,
    )


def harbours_of(harbours: Any, topology: HexTopology) -> Iterator[Harbour]:
    """Yield the harbours of a board. Raises BoardInvalid."""
    seen: set[int] = set()
    for each in objects(harbours, "harbours", {"edge", "resource"}, len(topology.edges)):
        edge, resource = each.get("edge"), each.get("resource")
        if type(edge) is not int or edge not in topology.coast:
            raise BoardInvalid(f"A harbour lies at the edge {brief(edge)}, which is no coast.")
        if edge in seen:
            raise BoardInvalid(f"The edge {edge} has two harbours.")
        if resource is not None and resource not in list(Resource):
            raise BoardInvalid(
                f"The harbour at the edge {edge} is for {brief(resource)}, which is no resource."
            )
        seen.add(edge)
        yield Harbour(edge, None if resource is None else Resource(resource))


def objects(
    items: Any, field: str, known: set[str], most: int = MOST_HEXES
) -> Iterator[JsonObject]:
    """Yield the objects of a list, with known fields only. Raises BoardInvalid."""
    if not isinstance(items, list) or not all(isinstance(each, dict) for each in items):
        raise BoardInvalid(f"{field} is a list of objects, not {brief(items)}.")
    if len(items) > most:
        raise BoardInvalid(f"There are {len(items)} {field}; at most {most} are allowed.")
    for each in items:
        if unknown := each.keys() - known:
            raise BoardInvalid(f"{field} has an object with {brief(min(map(str, unknown)))}.")
        yield each


def hex_of(value: Any) -> Hex:
    """Return a hex that is not too far off. Raises BoardInvalid."""
    if isinstance(value, list) and [type(part) for part in value] == [int, int]:
        q, r = value
        if max(abs(q), abs(r)) <= FARTHEST:
            return (q, r)
    raise BoardInvalid(f"A hex is [q, r], each from {-FARTHEST} to {FARTHEST}, not {brief(value)}.")


def line(value: Any, field: str) -> str:
    """Return a line of text, stripped. Raises BoardInvalid."""
    if isinstance(value, str) and len(value) <= LONGEST_LINE and value.isprintable():
        return value.strip()
    raise BoardInvalid(
        f"{field} is a line of at most {LONGEST_LINE} printable characters, not {brief(value)}."
    )
