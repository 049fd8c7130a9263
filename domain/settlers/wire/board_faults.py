"""The conditions of a playable board: fault by fault, with its place."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from reprlib import repr as brief
from typing import Any, NamedTuple

from domain.grids.hexagonal import Hex, HexTopology
from domain.settlers.board import STANDARD_HARBOURS, STANDARD_TERRAINS, Terrain
from domain.settlers.cards import Resource
from domain.wire.board_faults import BoardFault

# Six rings around a hex; boards come from strangers, and tables of corners and edges grow with
# them.
MOST_HEXES = 127
LEAST_CORNERS = 29
"""Seven settlements close at most 28 corners, so one is left for the eighth of the set-up (S4)."""
TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


class StatedTile(NamedTuple):
    """A hex as a board states it: its terrain and its token may be anything."""

    hex: Hex
    terrain: Any
    token: Any


class StatedHarbour(NamedTuple):
    """A harbour as a board states it: its edge and its resource may be anything."""

    edge: Any
    resource: Any


def size_faults(hexes: Sequence[object]) -> Iterator[BoardFault]:
    """Yield a fault if there are too many hexes."""
    if len(hexes) > MOST_HEXES:
        message = f"There are {len(hexes)} hexes; at most {MOST_HEXES} are allowed."
        gaps = {"hexes": len(hexes), "most": MOST_HEXES}
        yield BoardFault("too_many_hexes", message, None, gaps)


def outline_faults(tiles: Sequence[StatedTile]) -> Iterator[BoardFault]:
    """Yield a fault unless there are as many hexes as on a board laid by chance."""
    standard = len(STANDARD_TERRAINS)
    # Both numbers are compared: a hex stated twice could hide one that is missing.
    if len({tile.hex for tile in tiles}) != standard or len(tiles) != standard:
        message = (
            f"A board without terrains is laid with the {standard} standard hexes; "
            f"this one has {len(tiles)}."
        )
        gaps = {"hexes": len(tiles), "standard": standard}
        yield BoardFault("standard_hexes", message, None, gaps)


def standard_harbour_faults(harbours: Sequence[StatedHarbour]) -> Iterator[BoardFault]:
    """Yield a fault unless there are as many harbours as on a board laid by chance."""
    if len(harbours) != len(STANDARD_HARBOURS):
        message = (
            f"A board without terrains has the {len(STANDARD_HARBOURS)} standard harbours; "
            f"this one has {len(harbours)}."
        )
        gaps = {"harbours": len(harbours), "standard": len(STANDARD_HARBOURS)}
        yield BoardFault("standard_harbours", message, None, gaps)


def tile_faults(tiles: Iterable[StatedTile], terrains: type[StrEnum]) -> Iterator[BoardFault]:
    """Yield the faults of hexes with their terrains and tokens."""
    seen: set[Hex] = set()
    is_desert_there = False
    for tile in tiles:
        if tile.hex in seen:
            message = f"The hex {list(tile.hex)} is there twice."
            yield BoardFault("hex_twice", message, _at(tile.hex))
        seen.add(tile.hex)
        # Faults do not stop the search: an editor shows all of them at once.
        yield from _tile_faults(tile, terrains)
        is_desert_there = is_desert_there or tile.terrain == Terrain.DESERT
    if not is_desert_there:
        yield BoardFault("no_desert", "There is no desert; the robber begins on one.")


def _tile_faults(tile: StatedTile, terrains: type[StrEnum]) -> Iterator[BoardFault]:
    hex_, terrain, token = tile
    if terrain not in list(terrains):
        known = ", ".join(terrains)
        message = f"The hex {list(hex_)} is {brief(terrain)}, which is none of {known}."
        yield BoardFault("terrain_unknown", message, _at(hex_))
    elif terrain == Terrain.DESERT and token is not None:
        yield BoardFault("desert_token", f"The desert {list(hex_)} has a token.", _at(hex_))
    # `type`, as true would count as 1 and 2.0 as 2.
    elif terrain != Terrain.DESERT and (type(token) is not int or token not in TOKENS):
        message = f"The hex {list(hex_)} needs a token from 2 to 12 but 7, not {brief(token)}."
        yield BoardFault("token_needed", message, _at(hex_))


def island_faults(topology: HexTopology, hexes: Iterable[Hex]) -> Iterator[BoardFault]:
    """Yield one fault for each island except that of the first hex."""
    labels = topology.components(0)
    seen = {0}
    for hex_ in hexes:
        label = labels[topology.hex_index[hex_]]
        if label not in seen:
            seen.add(label)
            message = f"The hex {list(hex_)} does not touch the rest through an edge."
            yield BoardFault("not_connected", message, _at(hex_))


def room_faults(topology: HexTopology) -> Iterator[BoardFault]:
    """Yield a fault if four seats might not find corners for the set-up."""
    if len(topology.corners) < LEAST_CORNERS:
        message = (
            f"The board has {len(topology.corners)} corners; four seats can found on every board "
            f"of {LEAST_CORNERS} or more."
        )
        gaps = {"corners": len(topology.corners), "least": LEAST_CORNERS}
        yield BoardFault("too_few_corners", message, None, gaps)


def harbour_faults(
    harbours: Iterable[StatedHarbour], topology: HexTopology
) -> Iterator[BoardFault]:
    """Yield the faults of harbours: off the coast, two at an edge, or for an unknown resource."""
    seen: set[int] = set()
    for edge, resource in harbours:
        # `continue` below: an edge that is no coast cannot be compared with the others.
        if type(edge) is not int or edge not in topology.coast:
            message = f"A harbour lies at the edge {brief(edge)}, which is no coast."
            place = {"edge": edge} if type(edge) is int else None
            yield BoardFault("harbour_inland", message, place)
            continue
        if edge in seen:
            message = f"The edge {edge} has two harbours."
            yield BoardFault("harbour_twice", message, {"edge": edge})
        seen.add(edge)
        if resource is not None and resource not in list(Resource):
            message = (
                f"The harbour at the edge {edge} is for {brief(resource)}, which is no resource."
            )
            yield BoardFault("harbour_resource", message, {"edge": edge})


def _at(hex_: Hex) -> dict[str, list[int]]:
    return {"hex": list(hex_)}
