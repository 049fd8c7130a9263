"""JSON Schema of the moves, from the classes that decode them."""

from typing import Any, get_origin

import msgspec

from domain.record.visibility import JsonObject
from domain.settlers.cards import Resource
from domain.settlers.moves import Number, Traded
from domain.settlers.wire.moves import CODEC, MoveCodec

TOLD = (
    "Hexes are [q, r], corners and edges numbers of the board. A turn is: roll, after a seven "
    "discard and move the robber, trade and build, end the turn. `discard`, `offer_trade`, "
    "`answer_trade` and `play_year_of_plenty` are free choices: the moves listed name a default."
)


def moves_schema() -> JsonObject:
    """JSON Schema of every move: one of the kinds, told apart by ``type``."""
    return schema_of("Moves of settlers", TOLD, CODEC)


def schema_of(title: str, description: str, codec: MoveCodec) -> JsonObject:
    """JSON Schema of the moves that a codec reads."""
    shapes, parts = msgspec.json.schema_components(codec.kinds, ref_template="{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "description": description,
        "oneOf": [
            _told(_whole(parts[shape["$ref"]], parts, _names(kind, codec)))
            for kind, shape in zip(codec.kinds, shapes, strict=True)
        ],
    }


def cards_of(codec: MoveCodec) -> dict[str, JsonObject]:
    """JSON Schemas of the counts of cards in the moves of a codec, by name."""
    shapes, _ = msgspec.json.schema_components(
        (dict[str, Number], dict[str, Traded]), ref_template="{name}"
    )
    goods = ([each.value for each in Resource], [each.value for each in codec.goods])
    names = ("Cards", "TradedCards")
    return {
        name: _whole(shape, {}, known)
        for name, shape, known in zip(names, shapes, goods, strict=True)
    }


def _names(kind: Any, codec: MoveCodec) -> list[str]:
    """What the cards of a kind of move may be: in trade all that may be traded."""
    return [good.value for good in (codec.goods if get_origin(kind) else Resource)]


def _whole(shape: Any, parts: dict[str, Any], goods: list[str]) -> Any:
    """A schema with what it refers to in the reference's place; cards are named."""
    if isinstance(shape, list):
        return [_whole(part, parts, goods) for part in shape]
    if not isinstance(shape, dict):
        return shape
    if "$ref" in shape:
        rest = {name: part for name, part in shape.items() if name != "$ref"}
        return {**_whole(parts[shape["$ref"]], parts, goods), **rest}
    if "prefixItems" in shape:
        shape = {**shape, "items": shape["prefixItems"][0]}
        del shape["prefixItems"]
    found = {name: _whole(part, parts, goods) for name, part in shape.items()}
    counts = isinstance(shape.get("additionalProperties"), dict)
    return {**found, "propertyNames": {"enum": goods}} if counts else found


def _told(shape: JsonObject) -> JsonObject:
    """The schema of a kind under its type's name."""
    (tag,) = shape["properties"]["type"]["enum"]
    properties = {**shape["properties"], "type": {"const": tag}}
    return {**shape, "title": tag, "properties": properties}
