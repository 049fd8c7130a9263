"""Boards as JSON, validated; errors name the hex or edge."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from reprlib import repr as brief
from typing import Any

from domain.errors import BoardInvalid
from domain.grids.hexagonal import Hex, HexTopology, centre
from domain.record.visibility import JsonObject
from domain.settlers.board import (
    Board,
    Harbour,
    Layout,
    Terrain,
    first_island,
    shared,
    standard_board,
)
from domain.settlers.cards import Resource
from domain.settlers.wire.board_faults import (
    MOST_HEXES,
    StatedHarbour,
    StatedTile,
    harbour_faults,
    island_faults,
    outline_faults,
    room_faults,
    size_faults,
    standard_harbour_faults,
    tile_faults,
)
from domain.settlers.wire.layouts import harbour_json
from domain.wire.board_faults import BoardFault, refuse
from domain.wire.boards import BoardCodec

_BOARDS = {"standard": standard_board, "first_island": first_island}
BOARD_IDS = tuple(_BOARDS)
# Bounds the numbers in keys and drawings: a board lies around the origin.
FARTHEST = 60
LONGEST_LINE = 40


@lru_cache
def board_named(name: str) -> Board:
    """Return the board of one of the ids."""
    return _BOARDS[name]()


def board_from_json(body: Any) -> Board:
    """Return a board from its inline form. Raises BoardInvalid.

    It keeps its id only if it equals the board of that id.
    """
    # Check everything before building: the functions below trust their arguments.
    refuse(board_faults(body))
    tiles = stated_tiles(stated_hexes(body))
    topology = HexTopology.of(tile.hex for tile in tiles)
    harbours = tuple(harbours_of(stated_harbours(body.get("harbours", []), topology)))
    layout = None if _has_no_terrains(tiles) else layout_of(tiles, Terrain, topology, harbours)
    edges = tuple(harbour.edge for harbour in harbours)
    board = Board(None, line(body.get("title", ""), "title"), topology, edges, layout)
    name = body.get("id")
    if name in BOARD_IDS and board_json(board_named(name)) == {**board_json(board), "id": name}:
        return board_named(name)
    # Equal inline boards are one object, with one set of tables.
    return shared(board)


def board_faults(body: Any) -> Iterator[BoardFault]:
    """Yield all faults of an inline board. Raises BoardInvalid if its form is not a board's."""
    hexes = hexes_of_form(body, {"id", "title", "hexes", "harbours"})
    yield from size_faults(hexes)
    # With too many hexes skip the other checks: the board is refused anyway.
    if len(hexes) <= MOST_HEXES:
        tiles = stated_tiles(hexes)
        of_this_kind = _faults_by_chance if _has_no_terrains(tiles) else _faults_laid_out
        yield from of_this_kind(body, tiles)


def hexes_of_form(body: Any, fields: set[str]) -> list[JsonObject]:
    """Return the stated hexes of a board. Raises BoardInvalid for other fields or a wrong form."""
    check_object(body)
    if unknown := body.keys() - fields:
        # Name the least one: sets have no order, and equal requests should get equal answers.
        raise BoardInvalid(f"A board has no field {brief(min(map(str, unknown)))}.")
    line(body.get("title", ""), "title")
    return stated_hexes(body)


def check_object(body: Any) -> None:
    """Raise BoardInvalid if a board is no object."""
    if not isinstance(body, dict):
        raise BoardInvalid(f"A board is an id or an object with hexes, not {brief(body)}.")


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


def _has_no_terrains(tiles: Iterable[StatedTile]) -> bool:
    """True if each game lays the board with the standard pieces by chance (S3)."""
    return all(tile.terrain is None for tile in tiles)


def _faults_by_chance(body: JsonObject, tiles: list[StatedTile]) -> Iterator[BoardFault]:
    hexes = [tile.hex for tile in tiles]
    topology = HexTopology.of(hexes)
    # No `tile_faults`: without terrains there is nothing to judge but the outline.
    yield from outline_faults(tiles)
    yield from island_faults(topology, hexes)
    harbours = stated_harbours(body.get("harbours"), topology)
    yield from harbour_faults(harbours, topology)
    yield from standard_harbour_faults(harbours)


def _faults_laid_out(body: JsonObject, tiles: list[StatedTile]) -> Iterator[BoardFault]:
    hexes = [tile.hex for tile in tiles]
    topology = HexTopology.of(hexes)
    yield from tile_faults(tiles, Terrain)
    yield from island_faults(topology, hexes)
    yield from room_faults(topology)
    harbours = stated_harbours(body.get("harbours", []), topology)
    yield from harbour_faults(harbours, topology)


def layout_of(
    tiles: Iterable[StatedTile],
    terrains: type[StrEnum],
    topology: HexTopology,
    harbours: tuple[Harbour, ...],
) -> Layout:
    """Return the layout of faultless tiles, in the order of the topology."""
    by_hex = {tile.hex: tile for tile in tiles}
    ordered = [by_hex[hex_] for hex_ in topology.hexes]
    return Layout(
        tuple(terrains(tile.terrain) for tile in ordered),
        tuple(tile.token for tile in ordered),
        harbours,
    )


def harbours_of(stated: Iterable[StatedHarbour]) -> Iterator[Harbour]:
    """Yield the harbours of a faultless board."""
    for edge, resource in stated:
        yield Harbour(edge, None if resource is None else Resource(resource))


def stated_hexes(body: JsonObject) -> list[JsonObject]:
    """Return the hexes of a board, however many. Raises BoardInvalid."""
    return list(objects(body.get("hexes"), "hexes", {"hex", "terrain", "token"}))


def stated_tiles(hexes: Iterable[JsonObject]) -> list[StatedTile]:
    """Return the hexes of a board as it states them. Raises BoardInvalid."""
    return [
        StatedTile(hex_of(each.get("hex")), each.get("terrain"), each.get("token"))
        for each in hexes
    ]


def stated_harbours(harbours: Any, topology: HexTopology) -> list[StatedHarbour]:
    """Return the harbours of a board as it states them. Raises BoardInvalid."""
    # More harbours than edges are refused unread; two on one edge are a fault at that edge.
    most = len(topology.edges)
    return [
        StatedHarbour(each.get("edge"), each.get("resource"))
        for each in objects(harbours, "harbours", {"edge", "resource"}, most)
    ]


def objects(
    items: Any, field: str, known: set[str], most: int | None = None
) -> Iterator[JsonObject]:
    """Yield the objects of a list, with known fields only. Raises BoardInvalid."""
    if not isinstance(items, list) or not all(isinstance(each, dict) for each in items):
        raise BoardInvalid(f"{field} is a list of objects, not {brief(items)}.")
    if most is not None and len(items) > most:
        raise BoardInvalid(f"There are {len(items)} {field}; at most {most} are allowed.")
    for each in items:
        if unknown := each.keys() - known:
            raise BoardInvalid(f"{field} has an object with {brief(min(map(str, unknown)))}.")
        yield each


def hex_of(value: Any) -> Hex:
    """Return a hex that is not too far off. Raises BoardInvalid."""
    # `type` and not `isinstance`: true and false are ints in Python.
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


BOARDS = BoardCodec(
    ids=BOARD_IDS,
    named=board_named,
    described=board_from_json,
    faults=board_faults,
    json=board_json,
    topology=topology_json,
    weight=lambda board: int(board.weight),
)
