"""The campaign board mirrored from east to west."""

from typing import Any

from domain.alexander_the_great.wire.boards import board_json, board_named
from domain.grids.hexagonal import HexTopology


def mirrored() -> dict[str, Any]:
    """The board inline."""
    board = board_json(board_named("campaign"))
    old = board_named("campaign").topology
    hexes = sorted((_mirrored(each) for each in board["hexes"]), key=_in_reading_order)
    new = HexTopology.of([tuple(each["hex"]) for each in hexes])
    at = {place: n for n, place in enumerate(new.corners)}
    corners = [at[-x, y] for x, y in old.corners]
    edges = {edge: n for n, edge in enumerate(new.edges)}
    return {
        "title": "Mirror – ½ “島”",
        "hexes": hexes,
        "harbours": [
            {
                **each,
                "edge": edges[_pair(corners[end] for end in old.edges[each["edge"]])],
            }
            for each in board["harbours"]
        ],
        "names": [_mirrored(each) for each in board["names"] if "hex" in each],
        "start": corners[board["start"]],
        "route": [{**each, "corner": corners[each["corner"]]} for each in board["route"]],
    }


def _mirrored(place: dict[str, Any]) -> dict[str, Any]:
    q, r = place["hex"]
    return {**place, "hex": [-q - r, r]}


def _in_reading_order(tile: dict[str, Any]) -> tuple[int, int]:
    q, r = tile["hex"]
    return (r, q)


def _pair(ends: Any) -> tuple[int, int]:
    one, other = sorted(ends)
    return (one, other)
