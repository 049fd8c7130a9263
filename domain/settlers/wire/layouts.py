"""Layouts as JSON, in the order of a board's topology."""

from domain.record.visibility import JsonObject
from domain.settlers.board import Harbour, Layout, Terrain
from domain.settlers.cards import Resource


def layout_json(layout: Layout) -> JsonObject:
    """Return terrains and tokens in the order of the hexes, and harbours by edge."""
    return {
        "terrains": list(map(str, layout.terrains)),
        "tokens": list(layout.tokens),
        "harbours": [harbour_json(harbour) for harbour in layout.harbours],
    }


def harbour_json(harbour: Harbour) -> JsonObject:
    """Return a harbour by its edge; the resource is null if the harbour takes any."""
    resource = harbour.resource
    return {"edge": harbour.edge, "resource": None if resource is None else resource.value}


def layout_from_json(data: JsonObject) -> Layout:
    """Return the layout of stored JSON."""
    return Layout(
        tuple(map(Terrain, data["terrains"])),
        tuple(data["tokens"]),
        tuple(
            Harbour(each["edge"], each["resource"] and Resource(each["resource"]))
            for each in data["harbours"]
        ),
    )
