"""What lies on a board as JSON: by the indices of its topology, in order."""

from domain.record.visibility import JsonObject
from domain.settlers.board import Harbour, Layout, Terrain
from domain.settlers.cards import Resource


def layout_json(layout: Layout) -> JsonObject:
    """Terrains and tokens in the order of the board's hexes; harbours by edge."""
    return {
        "terrains": list(map(str, layout.terrains)),
        "tokens": list(layout.tokens),
        "harbours": [harbour_json(harbour) for harbour in layout.harbours],
    }


def harbour_json(harbour: Harbour) -> JsonObject:
    """A harbour by its edge; the resource is null for any."""
    resource = harbour.resource
    return {"edge": harbour.edge, "resource": None if resource is None else resource.value}


def layout_from_json(data: JsonObject) -> Layout:
    """The layout of stored JSON."""
    return Layout(
        tuple(map(Terrain, data["terrains"])),
        tuple(data["tokens"]),
        tuple(
            Harbour(each["edge"], each["resource"] and Resource(each["resource"]))
            for each in data["harbours"]
        ),
    )
